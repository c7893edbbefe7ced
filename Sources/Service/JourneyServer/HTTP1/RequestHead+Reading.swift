import JourneyBase

extension RequestHead {
    /// Reads a head that `HeadScanner` has found: lines that end with `CRLF`, the last of them empty, without control characters
    /// except tabs.
    ///
    /// One space separates the parts of the request line. No space precedes a field's colon, and no field continues on a second
    /// line (RFC 9112, sections 3 and 5). A client's `X-Request-Id` is dropped: the server assigns its own.
    ///
    /// - Parameter lines: The number of lines before the empty one.
    /// - Throws: 400 for a malformed head, 431 for too many fields, and the errors of the other initialiser.
    init(_ bytes: UnsafeRawBufferPointer, lines: Int, rules: Rules) throws(Refusal) {
        var place = bytes.firstControl(from: 0, to: bytes.count)
        let line = try Line(bytes, end: place)
        guard lines - 1 <= rules.limits.fields else { throw Refusal(status: 431) }
        var fields = HTTPFields(minimumCapacity: lines)
        for _ in 1..<max(lines, 1) {
            place = try RequestHead.addField(of: bytes, at: place + 2, to: &fields)
        }
        try self.init(
            method: line.method, target: line.target, version: line.version, headers: fields, rules: rules)
    }

    /// Reads the field that starts at `start`; returns the place of its line's end.
    private static func addField(
        of bytes: UnsafeRawBufferPointer, at start: Int, to fields: inout HTTPFields
    ) throws(Refusal) -> Int {
        var colon = start
        while bytes[colon].isToken { colon += 1 }
        guard colon > start, bytes[colon] == UInt8(ascii: ":") else { throw Refusal(status: 400) }
        var (from, hasTab) = (colon + 1, false)
        while bytes[from].isBlank {
            hasTab = hasTab || bytes[from] == .tab
            from += 1
        }
        var end = bytes.firstControl(from: from, to: bytes.count)
        while bytes[end] == .tab { end = bytes.firstControl(from: end + 1, to: bytes.count) }
        var to = end
        while to > from, bytes[to - 1].isBlank {
            to -= 1
            hasTab = hasTab || bytes[to] == .tab
        }
        guard let name = bytes.text(from: start, to: colon), let value = bytes.text(from: from, to: to) else {
            throw Refusal(status: 400)
        }
        // Some readers take a tab here for a part of the value.
        if hasTab, framing.contains(where: { HTTPFields.isSame($0, name) }) { throw Refusal(status: 400) }
        if !HTTPFields.isSame(name, "X-Request-Id") { fields.add(name, value) }
        return end
    }

    /// The fields that say whose a request is and where it ends.
    private static let framing = ["Host", "Content-Length", "Transfer-Encoding"]
}

extension RequestHead {
    /// The three parts of a request line (RFC 9112, section 3).
    fileprivate struct Line {
        let method: String
        let target: String
        let version: String

        init(_ bytes: UnsafeRawBufferPointer, end: Int) throws(Refusal) {
            var first = 0
            while bytes[first].isToken { first += 1 }
            guard first > 0, bytes[first] == .space, bytes[end] == .carriageReturn else {
                throw Refusal(status: 400)
            }
            var second = first + 1
            while second < end, bytes[second] != .space { second += 1 }
            guard second > first + 1, second < end, Line.isVersion(bytes, from: second + 1, to: end),
                let method = bytes.text(from: 0, to: first), let target = bytes.text(from: first + 1, to: second),
                let version = bytes.text(from: second + 1, to: end)
            else { throw Refusal(status: 400) }
            self.method = method
            self.target = target
            self.version = version
        }

        /// `HTTP/`, a digit, a dot, a digit (RFC 9112, section 2.3).
        private static func isVersion(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Bool {
            end - start == 8
                && bytes[start] == UInt8(ascii: "H") && bytes[start + 1] == UInt8(ascii: "T")
                && bytes[start + 2] == UInt8(ascii: "T") && bytes[start + 3] == UInt8(ascii: "P")
                && bytes[start + 4] == UInt8(ascii: "/") && (0x30...0x39).contains(bytes[start + 5])
                && bytes[start + 6] == UInt8(ascii: ".") && (0x30...0x39).contains(bytes[start + 7])
        }
    }
}
