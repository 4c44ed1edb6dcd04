// Browsers start no workers from the disk. For the search of this site a hidden frame does the same work.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inner = frame.contentWindow;
      inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inner.importScripts = (...urls) => Promise.all(urls.map((each) => this.load(inner, each)));
      this.ready = this.load(inner, url);
      this.postMessage = (data) => this.ready.then(() => inner.dispatchEvent(new inner.MessageEvent("message", { data })));
      this.terminate = () => frame.remove();
    }

    load(inner, url) {
      return new Promise((resolve, reject) => {
        const script = inner.document.createElement("script");
        Object.assign(script, { src: url, onload: resolve, onerror: reject });
        inner.document.body.append(script);
      });
    }
  };
  window.Worker = window.IFrameWorker;
}
