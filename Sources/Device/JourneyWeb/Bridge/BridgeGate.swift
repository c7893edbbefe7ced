internal import JourneyBase

/// The checks that come before a message is read: nothing hostile reaches a decoder.
enum BridgeGate {
    /// Why `message` is refused, or `nil`: its document is the current one, it is in the main frame, its origin is one of
    /// the policy's, its text is not too long; in this order.
    static func refusal(of message: WebMessage, current: WebDocument?, policy: SourcePolicy) -> JourneyError? {
        guard let current, message.document == current else {
            return JourneyError(.bridgeNotReady, "A document that is not shown any more posted a message.")
        }
        guard message.isMainFrame else {
            return JourneyError(.bridgeForbidden, "A frame inside the page posted a message.")
        }
        guard policy.admits(message.document.origin, isMainFrame: message.isMainFrame) else {
            return JourneyError(.originBlocked, "A page of another origin posted a message.")
        }
        guard let text = message.text, text.utf8.count <= WebMessage.maximumBytes else {
            return JourneyError(.bridgeMessageTooLarge, "A page posted a message of more than 256 KiB.")
        }
        return nil
    }
}
