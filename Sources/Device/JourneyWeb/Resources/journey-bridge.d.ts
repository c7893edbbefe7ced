// Types of journey-bridge.js, for page authors.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** What the app answers instead of a result. Its message is its code: nothing else of the app reaches a page. */
export class JourneyBridgeError extends Error {
    /**
     * Stable. From the bridge: `BRIDGE_NOT_READY`, `BRIDGE_FORBIDDEN` (the step does not allow the method),
     * `BRIDGE_BUSY`, `BRIDGE_MESSAGE_TOO_LARGE` (more than 256 KiB), `BRIDGE_MESSAGE_INVALID`, `BRIDGE_SIGNATURE`,
     * `BRIDGE_REPLAY`, `BRIDGE_VERSION`, `BRIDGE_ENCRYPTION` (in the clear what the step has encrypted, or the other way
     * round), `BRIDGE_DECRYPTION`, `ORIGIN_BLOCKED`, `BRIDGE_UNAVAILABLE` (no app shows this page).
     * From methods: `USER_CANCELLED`, `SCA_REQUIRED` and others.
     */
    readonly code: string;
    /** Whether trying again can help. */
    readonly recoverable: boolean;
    /** Milliseconds to wait before that. */
    readonly retryAfterMs?: number;
    /** Names the trace to support (W3C Trace Context). */
    readonly traceparent?: string;
}

/**
 * A payload that somebody else encrypted to `JourneyBridge.key`, such as your server: give it to `emit` or `request` in
 * place of a payload. The step must mark the name with `ECDH-ES+A256KW`. See docs/reference/bridge.md for `apu` and `apv`.
 */
export class JourneyEncrypted {
    constructor(jwe: string);
    readonly jwe: string;
}

/**
 * How the journey stands: pushed as `journey_state` (bridge 1.2) when the page has connected, and whenever something has
 * changed. Names of the manifest, numbers and codes, never anything that a person typed.
 */
export interface JourneyState {
    /** Of this shape; pass over members that you do not know. */
    readonly version: 1;
    /** The step that the page is of. */
    readonly step: string;
    readonly progress: {
        /** Steps entered so far, this one among them. */
        readonly entered: number;
        /** The fewest steps that come before the journey is completed; absent where no end completes it. */
        readonly left?: number;
    };
    /** `false` from a try that found no connection until one is answered. */
    readonly online: boolean;
    /** Calls under way, in the order in which they began. */
    readonly calls: readonly {
        readonly operation: string;
        /** From 1. */
        readonly attempt: number;
        /** How long until the next try, when the call waits for it. */
        readonly retryInMs?: number;
    }[];
    /** What is left when this was said; count down yourself. Absent where there is no such limit. */
    readonly timeLeftMs: { readonly step?: number; readonly journey?: number };
    /** What went wrong last in this step. */
    readonly error?: { readonly code: string };
}

export interface JourneyBridge {
    /** The version that both sides speak: `"1.2"` or `"1.1"`. */
    readonly version: string;
    /** Names this document to the app; another one after each load. */
    readonly documentId: string;
    /**
     * A compact JWS (ES256) by the app's instance, good for 60 seconds and one use: give it to your server, which learns
     * from it that this page talks to a genuine app.
     */
    readonly sessionProof: string;
    /**
     * The app's key of this document: a P-256 point, uncompressed, in base64url. The proof has its SHA-256 as
     * `sdkKeySha256`.
     */
    readonly key: string;
    /** What the app can do here, the step's methods among it. */
    readonly capabilities: readonly string[];
    /** What the step tells its page: locale, product code and the like. */
    readonly context: Readonly<{ [name: string]: Json }>;
    /**
     * Raises an event in the journey. What the step marks is encrypted on its way, as with `request`. Resolves when the app has it; `name` is 1 to 64 of
     * `A-Z a-z 0-9 - _ .`
     */
    emit(name: string, payload?: { [name: string]: Json } | JourneyEncrypted): Promise<void>;
    /** Calls a method that the step allows, and resolves with its result. */
    request(method: string, params?: { [name: string]: Json } | JourneyEncrypted): Promise<Json>;
    /**
     * Listens to events that the journey pushes. Gives a function that ends it. Events that nobody listens to are kept
     * (the last 64) for a listener that comes later.
     */
    on(event: "journey_state", handler: (state: JourneyState) => void): () => void;
    on(event: string, handler: (payload: Json) => void): () => void;
}

export const Journey: {
    /**
     * Connects this document to the app, once: later calls get the same bridge. Rejects with a `JourneyBridgeError`.
     * Only the main frame can connect.
     */
    connect(): Promise<JourneyBridge>;
};
