// The relay: runs at document start, in the main frame only, in its own script world. Page scripts can access neither
// this world nor the native handler that is registered in it; they share only the document with it.
//
// page -> relay   a MouseEvent "journey-connect" on the document, whose relatedTarget is a detached element: the port
// relay -> page   an Event "connected" on the port, at once
// page -> relay   a MessageEvent "post" on the port: data is the text, lastEventId the post's number
// relay -> page   a MessageEvent "reply" on the port, once for each post
//
// relay -> native one string: a letter (S document started, M message, L message too long), the document's token,
//                 1 for the main frame or 0, the origin as the engine reports it, a line feed, the text
(() => {
    "use strict";
    const handler = window.webkit.messageHandlers.journeyRelay;
    const longest = 262144;
    const token = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"))
        .join("");
    const head = `${token}${window.top === window ? 1 : 0}${location.origin}\n`;

    // The number of posts that the native side has not answered. Without a limit, a page that posts faster than it is
    // answered would fill the memory of this process and the native one. Posts above the limit get an empty answer at once.
    const most = 64;
    let unanswered = 0;

    const ports = new WeakSet();

    const connect = (port) => {
        if (ports.has(port)) return;
        ports.add(port);
        port.addEventListener("post", (event) => {
            const number = event.lastEventId;
            const text = event.data;
            const answer = (reply) =>
                port.dispatchEvent(new MessageEvent("reply", { data: reply, lastEventId: number }));
            if (unanswered >= most) return answer("");
            unanswered += 1;
            const settle = (reply) => {
                unanswered -= 1;
                answer(reply);
            };
            const isShort = typeof text === "string" && text.length <= longest;
            handler.postMessage(isShort ? `M${head}${text}` : `L${head}`).then(settle, () => settle(""));
        });
        port.dispatchEvent(new Event("connected"));
    };
    document.addEventListener("journey-connect", (event) => {
        if (event.relatedTarget instanceof Element) connect(event.relatedTarget);
    });
    handler.postMessage(`S${head}`).catch(() => {});
})();
