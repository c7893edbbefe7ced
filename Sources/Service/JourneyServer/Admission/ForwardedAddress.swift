import JourneyBase

/// The client's address behind the proxies of a listener, as the one field that counts there has it.
package struct ForwardedAddress: Hashable, Sendable {
    /// The reason for which the field was not used.
    package enum Fault: String, Hashable, Sendable {
        /// A trusted proxy has sent a request without the field.
        case missing
        /// The field has another form, as far as it had to be read.
        case malformed
        /// The field hides the client: `unknown`, or a name of the proxy's own (RFC 7239, section 6.3).
        case hidden
    }

    /// The client's address: the peer's where the peer is no trusted proxy, or where there is a fault.
    package let address: ClientAddress
    package let fault: Fault?

    /// Finds the right-most address that doesn't belong to a trusted proxy; the left-most one if all do.
    ///
    /// The field is read from its end, and no further than needed. Everything left of the address in force came from the client:
    /// it may have any form and changes nothing.
    ///
    /// - Parameters:
    ///   - peer: The address of the connection's peer.
    ///   - values: The values of `proxies.field`, in the order of the request.
    ///   - proxies: The listener's trusted proxies.
    package init(peer: ClientAddress, values: [String], proxies: TrustedProxies) {
        guard proxies.field != nil, proxies.trust(peer) else {
            self.init(peer, nil)
            return
        }
        let hasPairs = proxies.way == .forwarded
        var found: ClientAddress?
        for value in values.reversed() {
            var list = FieldList(value, isQuoting: hasPairs)
            while let element = list.takeLast() {
                guard !element.isEmpty else { continue }
                switch hasPairs ? ForwardedNode(ofElement: element) : ForwardedNode(element) {
                case .address(let address):
                    found = address
                    guard proxies.trust(address) else {
                        self.init(address, nil)
                        return
                    }
                case .hidden:
                    self.init(peer, .hidden)
                    return
                case .malformed:
                    self.init(peer, .malformed)
                    return
                }
            }
        }
        self.init(found ?? peer, found == nil ? .missing : nil)
    }

    private init(_ address: ClientAddress, _ fault: Fault?) {
        self.address = address
        self.fault = fault
    }
}

/// A list of a field (RFC 9110, section 5.6.1) that is read from its end.
private struct FieldList {
    private var rest: Substring.UTF8View?
    private let isQuoting: Bool

    /// A list from a field's value. With `isQuoting`, commas in quoted strings separate nothing.
    init(_ value: String, isQuoting: Bool) {
        rest = value[...].utf8
        self.isQuoting = isQuoting
    }

    /// Removes and returns the last element without the spaces around it; `nil` when none is left.
    ///
    /// Read from the end, a quote outside a string ends one, and a quote within begins it unless it is escaped. An element that a
    /// proxy appended is therefore found as it was meant, whatever precedes it.
    mutating func takeLast() -> Substring.UTF8View? {
        guard let text = rest else { return nil }
        var isQuoted = false
        var index = text.endIndex
        while index != text.startIndex {
            let before = text.index(before: index)
            switch text[before] {
            case UInt8(ascii: "\"") where isQuoting:
                if !isQuoted || !isEscaped(before, in: text) { isQuoted.toggle() }
            case UInt8(ascii: ",") where !isQuoted:
                rest = text[..<before]
                return text[index...].withoutSpaces
            default: break
            }
            index = before
        }
        rest = nil
        return text.withoutSpaces
    }

    private func isEscaped(_ index: Substring.UTF8View.Index, in text: Substring.UTF8View) -> Bool {
        text[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
    }
}

/// One end of a hop, as a proxy names it (RFC 7239, section 6).
private enum ForwardedNode {
    case address(ClientAddress)
    /// `unknown`, or a name of the proxy's own.
    case hidden
    case malformed

    /// Reads an address with or without a port, the IPv6 address in brackets where it has one.
    init(_ text: Substring.UTF8View) {
        let colon = UInt8(ascii: ":")
        self = .malformed
        if text.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return }
            let inner = text[..<end].dropFirst()
            let rest = text[end...].dropFirst()
            guard rest.isEmpty || rest.first == colon && ForwardedNode.isPort(rest.dropFirst()),
                inner.contains(colon), let address = ClientAddress(spelled: inner)
            else { return }
            self = .address(address)
        } else if let address = ClientAddress(spelled: text) {
            self = .address(address)
        } else {
            let name = text.prefix { $0 != colon }
            let rest = text[name.endIndex...]
            guard rest.isEmpty || ForwardedNode.isPort(rest.dropFirst()) else { return }
            if let address = ClientAddress(spelled: name) {
                self = .address(address)
            } else if name.equal(lowerCase: "unknown") || ForwardedNode.isObfuscated(name) {
                self = .hidden
            }
        }
    }

    /// Reads the parameter `for` of an element of `Forwarded` (RFC 7239, section 4).
    init(ofElement element: Substring.UTF8View) {
        self = .malformed
        var rest = element
        var node: ForwardedNode?
        while true {
            rest = rest.withoutSpaces
            if let (isFor, value) = ForwardedNode.takePair(&rest) {
                if isFor {
                    guard node == nil else { return }
                    // An address is never escaped: what holds a backslash is none.
                    node =
                        value.flatMap { text in
                            // IPv6 addresses have brackets here.
                            let isBare = text.first != UInt8(ascii: "[") && text.count { $0 == UInt8(ascii: ":") } > 1
                            return isBare ? nil : ForwardedNode(text)
                        } ?? .malformed
                }
                rest = rest.withoutSpaces
            }
            guard let next = rest.first else { break }
            guard next == UInt8(ascii: ";") else { return }
            rest = rest.dropFirst()
        }
        self = node ?? .malformed
    }

    /// Removes a name and its value from the start of `rest`; removes nothing if there is no name. The value is `nil` if it is
    /// malformed.
    private static func takePair(
        _ rest: inout Substring.UTF8View
    ) -> (isFor: Bool, value: Substring.UTF8View?)? {
        let name = rest.prefix { $0.isToken }
        let behind = rest[name.endIndex...]
        guard !name.isEmpty, behind.first == UInt8(ascii: "=") else { return nil }
        let text = behind.dropFirst()
        let isFor = name.equal(lowerCase: "for")
        guard text.first == UInt8(ascii: "\"") else {
            let value = text.prefix { $0.isToken }
            guard !value.isEmpty else { return nil }
            rest = text[value.endIndex...]
            return (isFor, value)
        }
        let inner = text.dropFirst()
        var isEscaped = false
        var hasEscapes = false
        for index in inner.indices {
            if isEscaped {
                isEscaped = false
            } else if inner[index] == UInt8(ascii: "\\") {
                (isEscaped, hasEscapes) = (true, true)
            } else if inner[index] == UInt8(ascii: "\"") {
                rest = inner[index...].dropFirst()
                return (isFor, hasEscapes ? nil : inner[..<index])
            }
        }
        return nil
    }

    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        isObfuscated(text) || (1...5).contains(text.count) && text.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isObfuscated(_ text: Substring.UTF8View) -> Bool {
        text.first == UInt8(ascii: "_") && text.count > 1
            && text.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                }
            }
    }
}

extension Substring.UTF8View {
    /// The text between spaces and tabs.
    fileprivate var withoutSpaces: Substring.UTF8View {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let start = drop(while: isSpace)
        return start[..<(start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex)]
    }

    /// Returns `true` if the text is `word`, which is in lower case, without regard to ASCII case.
    fileprivate func equal(lowerCase word: String) -> Bool {
        elementsEqual(word.utf8) { (0x41...0x5A).contains($0) ? $0 | 0x20 == $1 : $0 == $1 }
    }
}
