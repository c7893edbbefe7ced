// journey-bridge.js: the bridge between a journey's page and the app that shows it.
//
//     import { Journey } from "./journey-bridge.js";
//     const bridge = await Journey.connect();
//     bridge.on("quote", (quote) => show(quote));
//     await bridge.emit("submit", { amount: "12.50" });
//     const { biometric } = await bridge.request("performBiometric", { reason: "Confirm the payment" });
//
// Load it from your own origin. journey-bridge.d.ts has the types and contracts, docs/reference/bridge.md the message format.
//
// The session's keys exist only in a closure here. Platform functions are captured when this file is loaded, so that a
// later script that changes a prototype can't intercept them. This is hardening, not a boundary: a script that runs in
// your page can always make the same requests through the bridge as your page.

const { apply, ownKeys } = Reflect;
const uncurry = (method) => (target, ...values) => apply(method, target, values);
const getterOf = (type, name) => uncurry(Object.getOwnPropertyDescriptor(type.prototype, name).get);

const { parse, stringify } = JSON;
const { freeze, hasOwn } = Object;
const now = Date.now;
const text = String;
const PromiseType = Promise;
const MapType = Map;
const SetType = Set;
const Bytes = Uint8Array;
const Words = Int32Array;
const PostEvent = MessageEvent;
const ConnectEvent = MouseEvent;
const later = setTimeout;
const { subtle } = crypto;
const random = crypto;
const fill = uncurry(crypto.getRandomValues);
const randomBytes = (count) => fill(random, new Bytes(count));
const importKey = uncurry(subtle.importKey);
const exportKey = uncurry(subtle.exportKey);
const generateKey = uncurry(subtle.generateKey);
const deriveBits = uncurry(subtle.deriveBits);
const encryptBytes = uncurry(subtle.encrypt);
const decryptBytes = uncurry(subtle.decrypt);
const wrapKey = uncurry(subtle.wrapKey);
const unwrapKey = uncurry(subtle.unwrapKey);
const encoder = new TextEncoder();
const encodeUTF8 = uncurry(TextEncoder.prototype.encode);
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const decodeUTF8 = uncurry(TextDecoder.prototype.decode);
const slice = uncurry(String.prototype.slice);
const split = uncurry(String.prototype.split);
const charCode = uncurry(String.prototype.charCodeAt);
const indexOf = uncurry(String.prototype.indexOf);
const mapGet = uncurry(Map.prototype.get);
const mapSet = uncurry(Map.prototype.set);
const mapDelete = uncurry(Map.prototype.delete);
const setAdd = uncurry(Set.prototype.add);
const setDelete = uncurry(Set.prototype.delete);
const setForEach = uncurry(Set.prototype.forEach);
const setSize = getterOf(Set, "size");
const listen = uncurry(EventTarget.prototype.addEventListener);
const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
const dataOf = getterOf(MessageEvent, "data");
const numberOf = getterOf(MessageEvent, "lastEventId");
const createElement = uncurry(Document.prototype.createElement);

// The highest common version is used. The hello has the format of the lowest, so that every app can read it.
const VERSIONS = ["1.2", "1.1"];
const LOWEST = "1.1";

// MARK: - base64url without padding (RFC 4648, section 5)

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const base64url = (bytes) => {
    let out = "";
    let pending = 0;
    let bits = 0;
    for (let index = 0; index < bytes.length; index += 1) {
        pending = ((pending << 8) | bytes[index]) & 0xffff;
        bits += 8;
        while (bits >= 6) {
            bits -= 6;
            out += ALPHABET[(pending >> bits) & 63];
        }
    }
    return bits > 0 ? out + ALPHABET[(pending << (6 - bits)) & 63] : out;
};

const fromBase64url = (string) => {
    const bytes = new Bytes((string.length * 3) >> 2);
    let pending = 0;
    let bits = 0;
    let count = 0;
    for (let index = 0; index < string.length; index += 1) {
        pending = ((pending << 6) | indexOf(ALPHABET, string[index])) & 0xffff;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[count] = pending >> bits;
            count += 1;
        }
    }
    return bytes;
};

const concat = (first, second) => {
    const out = new Bytes(first.length + second.length);
    for (let index = 0; index < first.length; index += 1) out[index] = first[index];
    for (let index = 0; index < second.length; index += 1) out[first.length + index] = second[index];
    return out;
};

// MARK: - SHA-256 (FIPS 180-4) and HMAC (RFC 2104)
//
// Implemented here, because the platform's HMAC is asynchronous: measured, a message then costs three times as much, and
// the key is not protected better. Key agreement uses the platform.

const K = new Words([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = new Words([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const schedule = new Words(64);

const copyState = (from, to) => {
    for (let index = 0; index < 8; index += 1) to[index] = from[index];
};

const compress = (state, bytes, start) => {
    for (let index = 0, at = start; index < 16; index += 1, at += 4) {
        schedule[index] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
    }
    for (let index = 16; index < 64; index += 1) {
        const x = schedule[index - 15];
        const y = schedule[index - 2];
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        schedule[index] = (s1 + schedule[index - 7] + s0 + schedule[index - 16]) | 0;
    }
    let a = state[0];
    let b = state[1];
    let c = state[2];
    let d = state[3];
    let e = state[4];
    let f = state[5];
    let g = state[6];
    let h = state[7];
    for (let index = 0; index < 64; index += 1) {
        const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[index] + schedule[index]) | 0;
        const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g;
        g = f;
        f = e;
        e = (d + t1) | 0;
        d = c;
        c = b;
        b = a;
        a = (t1 + t2) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
};

/** Hashes `bytes` after `before` bytes that `state` already covers, and returns the 32 bytes of the hash. */
const finish = (state, bytes, before) => {
    let at = 0;
    for (; at + 64 <= bytes.length; at += 64) compress(state, bytes, at);
    const tail = new Bytes(128);
    let count = 0;
    for (; at < bytes.length; at += 1, count += 1) tail[count] = bytes[at];
    tail[count] = 0x80;
    const end = count < 56 ? 64 : 128;
    // Messages are far below 2^29 bytes, so the length in bits fits 32.
    const bits = (before + bytes.length) * 8;
    tail[end - 4] = bits >>> 24;
    tail[end - 3] = bits >>> 16;
    tail[end - 2] = bits >>> 8;
    tail[end - 1] = bits;
    compress(state, tail, 0);
    if (end === 128) compress(state, tail, 64);
    const out = new Bytes(32);
    for (let index = 0; index < 32; index += 1) out[index] = state[index >> 2] >>> (24 - 8 * (index & 3));
    return out;
};

/** Returns a function that computes HMAC-SHA-256 under `key`, of at most 64 bytes. The key's two blocks are hashed once. */
const hmac = (key) => {
    const begin = (mask) => {
        const block = new Bytes(64);
        for (let index = 0; index < 64; index += 1) block[index] = (index < key.length ? key[index] : 0) ^ mask;
        const state = new Words(START);
        compress(state, block, 0);
        return state;
    };
    const inner = begin(0x36);
    const outer = begin(0x5c);
    const state = new Words(8);
    return (bytes) => {
        copyState(inner, state);
        const digest = finish(state, bytes, 64);
        copyState(outer, state);
        return finish(state, digest, 64);
    };
};

const ROUND = new Bytes([1]);
/** Derives one key of 32 bytes with HKDF-SHA-256 (RFC 5869): one block of output, so one round of the second step. */
const derive = (secret, salt, label) => hmac(hmac(salt)(secret))(concat(encodeUTF8(encoder, label), ROUND));

const hash = (bytes) => finish(new Words(START), bytes, 0);

// MARK: - Errors

export class JourneyBridgeError extends Error {
    constructor({ code, recoverable = false, retryAfterMs, traceparent }) {
        super(code);
        this.name = "JourneyBridgeError";
        this.code = code;
        this.recoverable = recoverable;
        this.retryAfterMs = retryAfterMs;
        this.traceparent = traceparent;
    }
}

const fault = (code) => new JourneyBridgeError({ code });

/** A payload that another party, such as the page's server, encrypted to the app's key: passed on unchanged. */
export class JourneyEncrypted {
    constructor(jwe) {
        this.jwe = text(jwe);
        freeze(this);
    }
}

// MARK: - Relay port

/** Opens the port to the relay, which has its own script world. Returns a function that posts and awaits the answer. */
const openPort = () => {
    const port = createElement(document, "journey-port");
    const waiting = new MapType();
    let isThere = false;
    let count = 0;
    listen(port, "connected", () => {
        isThere = true;
    });
    listen(port, "reply", (event) => {
        const number = numberOf(event);
        const resolve = mapGet(waiting, number);
        if (!resolve) return;
        mapDelete(waiting, number);
        resolve(dataOf(event));
    });
    dispatch(document, new ConnectEvent("journey-connect", { relatedTarget: port }));
    if (!isThere) throw fault("BRIDGE_UNAVAILABLE");
    return (message) =>
        new PromiseType((resolve) => {
            count += 1;
            const number = text(count);
            mapSet(waiting, number, resolve);
            dispatch(port, new PostEvent("post", { data: message, lastEventId: number }));
        });
};

// MARK: - Sealed messages

const SEAL = ',"sig":"';
const STATE = "journey_state";
const SEAL_LENGTH = SEAL.length + 43 + 2;

const sealer = (key) => {
    const tag = hmac(key);
    return (rest) => `${slice(rest, 0, -1)}${SEAL}${base64url(tag(encodeUTF8(encoder, rest)))}"}`;
};

/** Checks the seal over the exact bytes of the rest and returns the rest; throws for a missing or invalid seal. */
const opener = (key) => {
    const tag = hmac(key);
    return (message) => {
        const cut = message.length - SEAL_LENGTH;
        if (cut < 1 || slice(message, cut, cut + SEAL.length) !== SEAL) throw fault("BRIDGE_SIGNATURE");
        const rest = `${slice(message, 0, cut)}}`;
        const expected = base64url(tag(encodeUTF8(encoder, rest)));
        const start = cut + SEAL.length;
        let difference = 0;
        for (let index = 0; index < 43; index += 1) {
            difference |= charCode(expected, index) ^ charCode(message, start + index);
        }
        if (difference !== 0) throw fault("BRIDGE_SIGNATURE");
        return rest;
    };
};

// MARK: - Encrypted payloads: compact JWE (RFC 7516) with A256GCM, by `dir` or ECDH-ES+A256KW

const GCM = "AES-GCM";
const P256 = { name: "ECDH", namedCurve: "P-256" };
const part = (bytes, from, to) => {
    const out = new Bytes(to - from);
    for (let index = 0; index < out.length; index += 1) out[index] = bytes[from + index];
    return out;
};
const lengthOf = (count) => {
    const out = new Bytes(4);
    for (let index = 0; index < 4; index += 1) out[index] = count >>> (24 - 8 * index);
    return out;
};
const ONE = lengthOf(1);
const UNCOMPRESSED = new Bytes([4]);
const { iterator } = Symbol;
const NONE = { [iterator]: () => ({ next: () => ({ done: true }) }) };
/** A list of one element with its own iterator: a later script may have changed that of arrays. */
const only = (value) => ({
    [iterator]: () => {
        let done = false;
        return {
            next: () => {
                const step = { done, value: done ? undefined : value };
                done = true;
                return step;
            },
        };
    },
});
const withLength = (bytes) => concat(lengthOf(bytes.length), bytes);

/** Derives the wrapping key with the Concat KDF (RFC 7518, section 4.6.2): one block of output, so one round. */
const wrappingKey = (secret, partyU, partyV, use) => {
    const algorithm = withLength(encodeUTF8(encoder, "ECDH-ES+A256KW"));
    const info = concat(concat(algorithm, withLength(partyU)), concat(withLength(partyV), lengthOf(256)));
    const key = hash(concat(concat(ONE, secret), info));
    return importKey(subtle, "raw", key, "AES-KW", false, only(use));
};

/** Returns the header in base64url, with the members that `alg` needs. */
const headerText = (alg, more) => base64url(encodeUTF8(encoder, stringify({ alg, enc: "A256GCM", ...more })));

const jwkOf = (point) => ({
    kty: "EC", crv: "P-256", x: base64url(part(point, 1, 33)), y: base64url(part(point, 33, 65)),
});

/** Encrypts payloads to the app and decrypts those from it, each with the algorithm that the step names. */
const cipherOf = ({ secret, salt, ready, secretWith, sdkPoint }) => {
    const label = (direction) => `journey-bridge/${ready.version} ${direction}`;
    const partyOf = (direction, name) => encodeUTF8(encoder, `${label(direction)} ${name}`);
    const document = fromBase64url(ready.docId);
    const keyFor = (direction, use) =>
        importKey(subtle, "raw", derive(secret, salt, `${label(direction)} payload`), GCM, false, only(use));
    let toSDK;
    let fromSDK;

    const sealed = async (key, header, wrapped, text) => {
        const iv = randomBytes(12);
        const additionalData = encodeUTF8(encoder, header);
        const plaintext = encodeUTF8(encoder, text);
        const out = new Bytes(await encryptBytes(subtle, { name: GCM, iv, additionalData, tagLength: 128 }, key, plaintext));
        const end = out.length - 16;
        const tag = base64url(part(out, end, out.length));
        return `${header}.${wrapped}.${base64url(iv)}.${base64url(part(out, 0, end))}.${tag}`;
    };
    const encrypt = async (alg, name, text) => {
        if (alg === "dir") {
            toSDK ??= keyFor("page-to-sdk", "encrypt");
            return sealed(await toSDK, headerText(alg), "", text);
        }
        const partyU = partyOf("page-to-sdk", name);
        const { own, secretWith: agreeWith } = await agree();
        const wrapping = await wrappingKey(await agreeWith(sdkPoint), partyU, document, "wrapKey");
        const key = await generateKey(subtle, { name: GCM, length: 256 }, true, only("encrypt"));
        const wrapped = base64url(new Bytes(await wrapKey(subtle, "raw", key, wrapping, "AES-KW")));
        const header = headerText(alg, { epk: jwkOf(own), apu: base64url(partyU), apv: base64url(document) });
        return sealed(key, header, wrapped, text);
    };

    const keyOf = async (alg, name, header, wrapped) => {
        const members = ownKeys(header).length;
        if (header.alg !== alg || header.enc !== "A256GCM") throw fault("BRIDGE_DECRYPTION");
        if (alg === "dir") {
            if (members !== 2 || wrapped !== "") throw fault("BRIDGE_DECRYPTION");
            fromSDK ??= keyFor("sdk-to-page", "decrypt");
            return fromSDK;
        }
        const partyU = partyOf("sdk-to-page", name);
        const { epk } = header;
        const isOurs =
            members === 5 && header.apu === base64url(partyU) && header.apv === base64url(document) &&
            ownKeys(epk).length === 4 && epk.kty === "EC" && epk.crv === "P-256";
        if (!isOurs) throw fault("BRIDGE_DECRYPTION");
        const point = concat(UNCOMPRESSED, concat(fromBase64url(epk.x), fromBase64url(epk.y)));
        const wrapping = await wrappingKey(await secretWith(point), partyU, document, "unwrapKey");
        const bytes = fromBase64url(wrapped);
        return unwrapKey(subtle, "raw", bytes, wrapping, "AES-KW", GCM, false, only("decrypt"));
    };
    const decrypt = async (alg, name, text) => {
        try {
            // By index: a later script may have changed how lists are iterated.
            const parts = split(text, ".");
            const { 0: header, 1: wrapped, 2: iv, 3: content, 4: tag } = parts;
            if (parts.length !== 5) throw fault("BRIDGE_DECRYPTION");
            const key = await keyOf(alg, name, parse(decodeUTF8(decoder, fromBase64url(header))), wrapped);
            const options = { name: GCM, iv: fromBase64url(iv), additionalData: encodeUTF8(encoder, header), tagLength: 128 };
            const bytes = concat(fromBase64url(content), fromBase64url(tag));
            return parse(decodeUTF8(decoder, new Bytes(await decryptBytes(subtle, options, key, bytes))));
        } catch {
            // The step that failed would only help an attacker.
            throw fault("BRIDGE_DECRYPTION");
        }
    };
    return { encrypt, decrypt };
};

// MARK: - Handshake

const agree = async () => {
    const pair = await generateKey(subtle, P256, false, only("deriveBits"));
    const own = new Bytes(await exportKey(subtle, "raw", pair.publicKey));
    const secretWith = async (point) => {
        const key = await importKey(subtle, "raw", point, P256, false, NONE);
        return new Bytes(await deriveBits(subtle, { name: "ECDH", public: key }, pair.privateKey, 256));
    };
    return { own, secretWith };
};

const handshake = async (post) => {
    const pageNonce = randomBytes(16);
    const { own, secretWith } = await agree();
    const answer = await post(
        stringify({
            kind: "event",
            name: "bridge_hello",
            id: "hello",
            payload: {
                origin: location.origin,
                pageNonce: base64url(pageNonce),
                versions: VERSIONS,
                key: base64url(own),
            },
            meta: { ts: now(), nonce: base64url(randomBytes(16)), bridgeVersion: LOWEST },
        })
    );
    if (!answer) throw fault("BRIDGE_NOT_READY");
    const { name, payload } = parse(answer);
    if (name === "bridge_reject") throw fault("BRIDGE_VERSION");
    if (name !== "bridge_ready") throw new JourneyBridgeError(payload.error);
    const salt = concat(pageNonce, fromBase64url(payload.docId));
    const sdkPoint = fromBase64url(payload.key);
    const secret = await secretWith(sdkPoint);
    const { version } = payload;
    if (version !== VERSIONS[0] && version !== VERSIONS[1]) throw fault("BRIDGE_VERSION");
    const seal = sealer(derive(secret, salt, `journey-bridge/${version} page-to-sdk`));
    const open = opener(derive(secret, salt, `journey-bridge/${version} sdk-to-page`));
    // The answer is sealed with the negotiated key, so its sender has negotiated it.
    open(answer);
    return { seal, open, ready: payload, cipher: cipherOf({ secret, salt, ready: payload, secretWith, sdkPoint }) };
};

/** Returns a function that sends one message and awaits its answer. */
const conversation = (post, { seal, open, ready, cipher }) => {
    const { docId, version, encryption = {} } = ready;
    const series = base64url(randomBytes(16));
    let count = 0;
    return async (kind, name, payload) => {
        const alg = hasOwn(encryption, name) ? encryption[name] : undefined;
        let content = { payload };
        if (payload instanceof JourneyEncrypted) content = { jwe: payload.jwe };
        else if (alg) content = { jwe: await cipher.encrypt(alg, name, stringify(payload)) };
        count += 1;
        const id = text(count);
        const meta = { ts: now(), nonce: `${series}.${id}`, bridgeVersion: version, docId };
        const answer = await post(seal(stringify({ kind, name, ...content, id, meta })));
        if (!answer) throw fault("BRIDGE_NOT_READY");
        const message = parse(open(answer));
        if (message.payload?.error) throw new JourneyBridgeError(message.payload.error);
        if (message.id !== id || message.meta.docId !== docId) throw fault("BRIDGE_SIGNATURE");
        if (message.jwe === undefined && !(alg && kind === "request")) return message.payload.result;
        if (message.jwe === undefined || !alg) throw fault("BRIDGE_ENCRYPTION");
        return cipher.decrypt(alg, name, message.jwe);
    };
};

// MARK: - Events

/** Fetches the app's events, from the first listener on, and dispatches them by name. */
const pushes = (send, { ready, cipher }) => {
    const { encryption = {} } = ready;
    const handlers = new MapType();
    const KEPT = 64;
    let kept = [];
    let isPolling = false;

    // A listener's exception is the page's own, as with any event; other listeners are still called.
    const complain = (error) =>
        later(() => {
            throw error;
        }, 0);
    const hand = (handler, payload) => {
        try {
            handler(payload);
        } catch (error) {
            complain(error);
        }
    };
    const deliver = (event) => {
        const list = mapGet(handlers, event.name);
        if (list && setSize(list) > 0) {
            setForEach(list, (handler) => hand(handler, event.payload));
        } else {
            // Only the last journey state counts.
            const others = event.name === STATE ? kept.filter(({ name }) => name !== STATE) : kept;
            kept = [...others.slice(1 - KEPT), event];
        }
    };
    const opened = async (event) => {
        const alg = hasOwn(encryption, event.name) ? encryption[event.name] : undefined;
        if (!alg && event.jwe === undefined) return event;
        if (!alg || event.jwe === undefined) throw fault("BRIDGE_ENCRYPTION");
        return { name: event.name, payload: await cipher.decrypt(alg, event.name, event.jwe) };
    };
    const poll = async () => {
        for (;;) {
            try {
                const { events } = await send("request", "next_event", {});
                for (let index = 0; index < events.length; index += 1) {
                    try {
                        deliver(await opened(events[index]));
                    } catch (error) {
                        complain(error);
                    }
                }
            } catch (error) {
                if (!error.recoverable) return;
                await new PromiseType((resolve) => {
                    later(resolve, error.retryAfterMs ?? 250);
                });
            }
        }
    };
    return (name, handler) => {
        const list = mapGet(handlers, name) ?? new SetType();
        mapSet(handlers, name, list);
        setAdd(list, handler);
        const early = kept.filter((event) => event.name === name);
        kept = kept.filter((event) => event.name !== name);
        early.forEach((event) => hand(handler, event.payload));
        if (!isPolling) {
            isPolling = true;
            poll();
        }
        return () => {
            setDelete(list, handler);
        };
    };
};

// MARK: - Page API

const freezeAll = (value) => {
    if (typeof value === "object" && value !== null) {
        ownKeys(value).forEach((name) => freezeAll(value[name]));
        freeze(value);
    }
    return value;
};

let connection;

const open = async () => {
    const post = openPort();
    const keys = await handshake(post);
    const send = conversation(post, keys);
    // Confirms the answer under the negotiated key; now both sides know that the handshake is complete.
    await send("event", "bridge_open", {});
    const { version, docId, key, context, sdkCapabilities, sessionProofJws } = keys.ready;
    return freeze({
        version,
        documentId: docId,
        sessionProof: sessionProofJws,
        key,
        capabilities: freezeAll(sdkCapabilities),
        context: freezeAll(context),
        emit: async (name, payload = {}) => {
            await send("event", name, payload);
        },
        request: (method, params = {}) => send("request", method, params),
        on: pushes(send, keys),
    });
};

export const Journey = freeze({
    /** Connects this document, once: later calls return the same bridge. */
    connect: () => {
        connection ??= open();
        return connection;
    },
});
