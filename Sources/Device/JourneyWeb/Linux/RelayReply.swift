internal import CWebKitGTK
internal import Synchronization

/// The promise of one message of a page. It is resolved exactly once; when it is released, with an empty string.
final class RelayReply: Sendable {
    // The addresses of the engine's reply and of a value of its context, both retained here. They are used on the GTK thread
    // only; the mutex records ownership.
    private let pending: Mutex<(reply: UInt, value: UInt)?>

    /// Takes a reference to both.
    @GTKActor init(reply: OpaquePointer, value: OpaquePointer) {
        webkit_script_message_reply_ref(reply)
        g_object_ref(UnsafeMutableRawPointer(value))
        pending = Mutex((UInt(bitPattern: reply), UInt(bitPattern: value)))
    }

    deinit { answer("") }

    /// Resolves the promise with `text`; at once on the GTK thread. A second call does nothing.
    func answer(_ text: String) {
        let owned = pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
        guard let owned else { return }
        if GTKActor.shared.executor.isCurrent {
            GTKActor.assumeIsolated { RelayReply.send(text, owned) }
        } else {
            Task { @GTKActor in RelayReply.send(text, owned) }
        }
    }

    @GTKActor private static func send(_ text: String, _ owned: (reply: UInt, value: UInt)) {
        guard let reply = OpaquePointer(bitPattern: owned.reply), let value = OpaquePointer(bitPattern: owned.value)
        else { return }
        let answer = jsc_value_new_string(jsc_value_get_context(value), text)
        webkit_script_message_reply_return_value(reply, answer)
        g_object_unref(UnsafeMutableRawPointer(answer))
        webkit_script_message_reply_unref(reply)
        g_object_unref(UnsafeMutableRawPointer(value))
    }
}
