internal import JourneyBase

/// A message from the relay script to the native side: one string, read by position.
///
/// A letter (`S` document started, `M` message, `L` message too long to pass on), the document's token of 32 hexadecimal digits,
/// `1` for the main frame or `0`, the origin as the engine reports it, a line feed, the text.
struct RelayMessage: Equatable {
    enum Kind: Equatable {
        case started
        /// The message; `nil` when it was too long.
        case posted(String?)
    }

    let kind: Kind
    let token: String
    let isMainFrame: Bool
    /// In the form of `location.origin`.
    let origin: String

    /// Reads a message from `bytes`; `nil` for an invalid one. Text of more than `WebMessage.maximumBytes` becomes `nil`.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 35, let end = bytes.dropFirst(34).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let token = bytes[1..<33]
        guard token.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else { return nil }
        self.token = String(decoding: token, as: UTF8.self)
        isMainFrame = bytes[33] == UInt8(ascii: "1")
        origin = String(decoding: bytes[34..<end], as: UTF8.self)
        let text = bytes[(end + 1)...]
        switch bytes[0] {
        case UInt8(ascii: "S"): kind = .started
        case UInt8(ascii: "L"): kind = .posted(nil)
        case UInt8(ascii: "M"):
            kind = .posted(text.count > WebMessage.maximumBytes ? nil : String(decoding: text, as: UTF8.self))
        default: return nil
        }
    }
}
