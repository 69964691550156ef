// The browser's side of the numbered channel (link/channel.py): snapshot, changes, answers, beats.
// A gap in the numbers or some silence makes it join again; every join begins with a fresh snapshot.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;
const BEAT_MS = 2000;
const ANSWER_WAIT_MS = 8000;

/**
 * Join the channel at `path` and stay joined.
 * `on.snapshot(data)`, `on.change(message)` get what comes; `on.link(up)` tells whether the page is live.
 * Returns `send(message)`, which resolves with the server's answer, or with {error} when there was none.
 */
export function join(path, on) {
  let socket = null;
  let expected = 0;
  let wait = FIRST_WAIT_MS;
  let beatMs = 3000;
  let heard = 0;
  let beaten = 0;
  let nextId = 1;
  const waiting = new Map();

  function open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${path}`);
    expected = 0;
    heard = performance.now();
    beaten = 0;
    const mine = socket;
    socket.onmessage = (event) => { if (mine === socket) take(JSON.parse(event.data)); };
    socket.onclose = () => { if (mine === socket) lost(); };
  }

  function take(message) {
    heard = performance.now();
    if (message.n !== expected) { again(); return; }
    expected += 1;
    // Beats answer what the server says rather than follow a timer: browsers slow down the timers of hidden tabs.
    if (heard - beaten > BEAT_MS) { beaten = heard; socket.send('{"kind":"beat"}'); }
    if (message.kind === "snapshot") {
      beatMs = message.beat_s * 1000;
      wait = FIRST_WAIT_MS;
      on.link(true);
      on.snapshot(message.data);
    } else if (message.kind === "answer") {
      const done = waiting.get(message.id);
      waiting.delete(message.id);
      if (done) done(message);
    } else if (message.kind !== "beat") {
      on.change(message);
    }
  }

  function again() { socket.onclose = null; socket.close(); lost(); }

  function lost() {
    socket = null;
    on.link(false);
    for (const done of waiting.values()) done({ error: "lost" });
    waiting.clear();
    setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }

  setInterval(() => {
    if (socket && performance.now() - heard > 3 * beatMs + 1000) again();
  }, 1000);

  open();

  return function send(message) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.resolve({ error: "lost" });
    const id = nextId++;
    const answer = new Promise((resolve) => {
      waiting.set(id, resolve);
      setTimeout(() => { if (waiting.delete(id)) resolve({ error: "lost" }); }, ANSWER_WAIT_MS);
    });
    socket.send(JSON.stringify({ ...message, id }));
    return answer;
  };
}
