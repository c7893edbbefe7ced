// Types of journey-bridge.js, for page authors.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The app's error in place of a result. Its message is its code: the page receives nothing else. */
export class JourneyBridgeError extends Error {
    /**
     * Stable. From the bridge: `BRIDGE_NOT_READY`, `BRIDGE_FORBIDDEN` (the step does not allow the method),
     * `BRIDGE_BUSY`, `BRIDGE_MESSAGE_TOO_LARGE` (more than 256 KiB), `BRIDGE_MESSAGE_INVALID`, `BRIDGE_SIGNATURE`,
     * `BRIDGE_REPLAY`, `BRIDGE_VERSION`, `BRIDGE_ENCRYPTION` (not encrypted although the step says so, or the other
     * way round), `BRIDGE_DECRYPTION`, `ORIGIN_BLOCKED`, `BRIDGE_UNAVAILABLE` (no app shows this page).
     * From methods: `USER_CANCELLED`, `SCA_REQUIRED` and others.
     */
    readonly code: string;
    /** `true` when retrying can help. */
    readonly recoverable: boolean;
    /** Milliseconds to wait before the retry. */
    readonly retryAfterMs?: number;
    /** The trace to quote to support (W3C Trace Context). */
    readonly traceparent?: string;
}

/**
 * A payload that another party, such as your server, encrypted to `JourneyBridge.key`: pass it to `emit` or `request` in
 * place of a payload. The step must mark the name with `ECDH-ES+A256KW`. See docs/reference/bridge.md for `apu` and `apv`.
 */
export class JourneyEncrypted {
    constructor(jwe: string);
    readonly jwe: string;
}

/**
 * The state of the journey: sent as `journey_state` (bridge 1.2) when the page has connected, and after each change.
 * It contains names of the manifest, numbers and codes, never anything that a person typed.
 */
export interface JourneyState {
    /** The version of this format; ignore unknown members. */
    readonly version: 1;
    /** The page's step. */
    readonly step: string;
    readonly progress: {
        /** The number of steps entered so far, this one included. */
        readonly entered: number;
        /** The lowest number of steps until the journey is completed; absent where no end completes it. */
        readonly left?: number;
    };
    /** `false` from an attempt without a connection until one is answered. */
    readonly online: boolean;
    /** The calls in progress, in the order in which they began. */
    readonly calls: readonly {
        readonly operation: string;
        /** From 1. */
        readonly attempt: number;
        /** The wait until the next attempt, where there is one. */
        readonly retryInMs?: number;
    }[];
    /** The time left when this was sent; count down in the page. Absent where there is no limit. */
    readonly timeLeftMs: { readonly step?: number; readonly journey?: number };
    /** The last error in this step. */
    readonly error?: { readonly code: string };
}

export interface JourneyBridge {
    /** The negotiated version: `"1.2"` or `"1.1"`. */
    readonly version: string;
    /** The app's id of this document; a new one after each load. */
    readonly documentId: string;
    /**
     * A compact JWS (ES256) by the app's instance, valid for 60 seconds and one use. Send it to your server, which
     * verifies with it that this page communicates with a genuine app.
     */
    readonly sessionProof: string;
    /**
     * The app's key for this document: a P-256 point, uncompressed, in base64url. The proof contains its SHA-256 as
     * `sdkKeySha256`.
     */
    readonly key: string;
    /** The app's capabilities for this page, the step's methods included. */
    readonly capabilities: readonly string[];
    /** Data for the page: locale, product code and the like. */
    readonly context: Readonly<{ [name: string]: Json }>;
    /**
     * Raises an event in the journey and resolves when the app has received it. The payload is encrypted if the step says
     * so, as with `request`. `name` has 1 to 64 characters of `A-Z a-z 0-9 - _ .`
     */
    emit(name: string, payload?: { [name: string]: Json } | JourneyEncrypted): Promise<void>;
    /** Calls a method that the step lists, and resolves with its result. */
    request(method: string, params?: { [name: string]: Json } | JourneyEncrypted): Promise<Json>;
    /**
     * Listens to events of the journey, and returns a function that stops listening. Events without a listener are kept
     * (the last 64) for a later one.
     */
    on(event: "journey_state", handler: (state: JourneyState) => void): () => void;
    on(event: string, handler: (payload: Json) => void): () => void;
}

export const Journey: {
    /**
     * Connects this document to the app, once: later calls return the same bridge. Rejects with a `JourneyBridgeError`.
     * Only the main frame can connect.
     */
    connect(): Promise<JourneyBridge>;
};
