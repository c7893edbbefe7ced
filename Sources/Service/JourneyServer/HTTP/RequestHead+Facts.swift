import JourneyBase

extension RequestHead {
    /// The facts about the message that its header fields state, collected in one pass.
    struct Facts {
        private(set) var host: String?
        private(set) var hosts = 0
        /// `true` if a `Connection` field lists `close`.
        private(set) var isClosing = false
        private(set) var expectsContinue = false
        /// `true` if a field is about the connection, which HTTP/2 has no fields for (RFC 9113, section 8.2.2).
        private(set) var isOfConnection = false
        private var length: String?
        private var lengths = 0
        private var coding: String?
        private var codings = 0

        init(_ headers: HTTPFields) {
            for field in headers.fields { add(field) }
        }

        private mutating func add(_ field: HTTPFields.Field) {
            // Most names are told apart by their length.
            switch field.name.utf8.count {
            case 2 where HTTPFields.isSame(field.name, "TE"):
                isOfConnection = isOfConnection || !HTTPFields.isSame(field.value, "trailers")
            case 4 where HTTPFields.isSame(field.name, "Host"):
                host = field.value
                hosts += 1
            case 6 where HTTPFields.isSame(field.name, "Expect"):
                expectsContinue = expectsContinue || HTTPFields.isSame(field.value, "100-continue")
            case 7 where HTTPFields.isSame(field.name, "Upgrade"): isOfConnection = true
            case 10 where HTTPFields.isSame(field.name, "Connection"):
                isOfConnection = true
                isClosing = isClosing || RequestHead.members(of: field.value).contains { $0.isSame("close") }
            case 10 where HTTPFields.isSame(field.name, "Keep-Alive"): isOfConnection = true
            case 14 where HTTPFields.isSame(field.name, "Content-Length"):
                length = field.value
                lengths += 1
            case 16 where HTTPFields.isSame(field.name, "Proxy-Connection"): isOfConnection = true
            case 17 where HTTPFields.isSame(field.name, "Transfer-Encoding"):
                isOfConnection = true
                coding = field.value
                codings += 1
            default: break
            }
        }

        /// The body's framing. Throws 400 for what is ambiguous or malformed, 413 for a length that no number here holds,
        /// 501 for a coding beside `chunked`.
        func framing() throws(Refusal) -> Framing {
            guard lengths + codings <= 1 else { throw Refusal(status: 400) }
            if let coding {
                if HTTPFields.isSame(coding, "chunked") { return .chunked }
                // Without chunks around it the body has no end that is known (RFC 9112, section 6.3).
                let members = RequestHead.members(of: coding)
                guard members.last?.isSame("chunked") == true,
                    members.dropLast().allSatisfy({ !$0.isEmpty && !$0.isSame("chunked") })
                else { throw Refusal(status: 400) }
                throw Refusal(status: 501)
            }
            guard let length else { return .none }
            guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw Refusal(status: 400)
            }
            guard let count = Int(length) else { throw Refusal(status: 413) }
            return .length(count)
        }
    }

    /// The members of a list (RFC 9110, section 5.6.1), empty ones too.
    fileprivate static func members(of value: String) -> [Substring.UTF8View] {
        value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { member in
            guard let first = member.firstIndex(where: { !$0.isBlank }),
                let last = member.lastIndex(where: { !$0.isBlank })
            else { return member.prefix(0) }
            return member[first...last]
        }
    }
}

extension Substring.UTF8View {
    /// Returns `true` if this is `text`, which is in lower case.
    fileprivate func isSame(_ text: String) -> Bool { elementsEqual(text.utf8) { $0.lowerCased == $1 } }
}
