"""The hub: takes the events of all tables in, keeps the log, rules with authority, alerts, streams, serves the pages."""
