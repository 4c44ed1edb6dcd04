// In the head of every page: if a script cannot be fetched, as when a phone changes its network, the page is loaded again.
{
  const TRIES = 3;
  const FIRST_PAUSE = 400; // milliseconds; each further pause is three times as long
  const FORGOTTEN = 60_000; // milliseconds after which an earlier failure does not count
  const KEY = "recover";

  const recover = () => {
    const { count, time } = JSON.parse(sessionStorage.getItem(KEY) ?? '{"count": 0, "time": 0}');
    const tries = Date.now() - time < FORGOTTEN ? count : 0;
    if (tries < TRIES) {
      sessionStorage.setItem(KEY, JSON.stringify({ count: tries + 1, time: Date.now() }));
      setTimeout(() => location.reload(), FIRST_PAUSE * 3 ** tries);
    } else {
      document.getElementById("incomplete")?.removeAttribute("hidden");
    }
  };

  let isRecovering = false;
  addEventListener(
    "error",
    ({ target }) => {
      if (isRecovering || !(target instanceof HTMLScriptElement)) return;
      isRecovering = true;
      if (navigator.onLine) recover();
      else addEventListener("online", recover, { once: true });
    },
    true, // errors of elements do not bubble
  );
}
