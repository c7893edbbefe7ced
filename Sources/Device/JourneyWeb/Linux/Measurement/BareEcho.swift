internal import CWebKitGTK

extension WebKitContainer {
    /// Registers `journeyEcho` in the pages' own world: a plain script message with a reply, the baseline of bridge measurements.
    /// Call it before the first load.
    package func installBareEcho() {
        _ = cwebkit_connect(
            .init(content), "script-message-with-reply-received::journeyEcho",
            unsafeBitCast(bareEcho, to: GCallback.self), Unmanaged.passUnretained(self).toOpaque())
        webkit_user_content_manager_register_script_message_handler_with_reply(content, "journeyEcho", nil)
    }
}

/// Replies with the message, at once.
private let bareEcho:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> gboolean = {
        _, value, reply, _ in
        webkit_script_message_reply_return_value(reply, value)
        return 1
    }
