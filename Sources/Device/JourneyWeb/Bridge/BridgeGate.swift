internal import JourneyBase

/// Checks a message before it is parsed, so that no hostile message reaches a decoder.
enum BridgeGate {
    /// Returns the error for which `message` is refused, or `nil`. Checks in this order: current document, main frame, allowed
    /// origin, length.
    static func refusal(of message: WebMessage, current: WebDocument?, policy: SourcePolicy) -> JourneyError? {
        guard let current, message.document == current else {
            return JourneyError(.bridgeNotReady, "A document that is no longer shown posted a message.")
        }
        guard message.isMainFrame else {
            return JourneyError(.bridgeForbidden, "A frame inside the page posted a message.")
        }
        guard policy.admits(message.document.origin, isMainFrame: message.isMainFrame) else {
            return JourneyError(.originBlocked, "A page of another origin posted a message.")
        }
        guard let text = message.text, text.utf8.count <= WebMessage.maximumBytes else {
            return JourneyError(.bridgeMessageTooLarge, "The page posted a message of more than 256 KiB.")
        }
        return nil
    }
}
