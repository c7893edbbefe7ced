/// A parser for the subset of protobuf's text format that the CEL conformance files use.
indirect enum TextProto {
    case text([UInt8])
    case word(String)
    case message([(name: String, value: TextProto)])

    func all(_ name: String) -> [TextProto] {
        guard case .message(let fields) = self else { return [] }
        return fields.filter { $0.name == name }.map(\.value)
    }

    subscript(name: String) -> TextProto? { all(name).first }
    var string: String? { if case .text(let value) = self { String(decoding: value, as: UTF8.self) } else { nil } }
    var bytes: [UInt8]? { if case .text(let value) = self { value } else { nil } }
    var word: String? { if case .word(let value) = self { value } else { nil } }

    static func read(_ text: String) -> TextProto {
        var reader = Reader(bytes: Array(text.utf8))
        return reader.message()
    }

    private struct Reader {
        let bytes: [UInt8]
        var at = 0

        mutating func skip() {
            while at < bytes.count {
                if bytes[at] == UInt8(ascii: "#") {
                    while at < bytes.count, bytes[at] != 0x0A { at += 1 }
                } else if " \n\r\t,;".utf8.contains(bytes[at]) {
                    at += 1
                } else {
                    return
                }
            }
        }

        mutating func message() -> TextProto {
            var fields: [(name: String, value: TextProto)] = []
            skip()
            while at < bytes.count, bytes[at] != UInt8(ascii: "}") {
                let name = word()
                skip()
                if at < bytes.count, bytes[at] == UInt8(ascii: ":") { at += 1 }
                skip()
                fields.append((name, value()))
                skip()
            }
            at += 1
            return .message(fields)
        }

        mutating func word() -> String {
            let start = at
            // The type of an embedded message stands in brackets.
            if at < bytes.count, bytes[at] == UInt8(ascii: "[") {
                while at < bytes.count, bytes[at] != UInt8(ascii: "]") { at += 1 }
                at += 1
                return String(decoding: bytes[start..<min(at, bytes.count)], as: UTF8.self)
            }
            while at < bytes.count, !" \n\r\t:{}[]<>,;#'\"".utf8.contains(bytes[at]) { at += 1 }
            if at == start { at += 1 }
            return String(decoding: bytes[start..<at], as: UTF8.self)
        }

        mutating func value() -> TextProto {
            guard at < bytes.count else { return .word("") }
            switch bytes[at] {
            case UInt8(ascii: "{"):
                at += 1
                return message()
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                var out: [UInt8] = []
                // Literals in a row are one.
                repeat {
                    out += text()
                    skip()
                } while at < bytes.count && (bytes[at] == UInt8(ascii: "'") || bytes[at] == UInt8(ascii: "\""))
                return .text(out)
            default: return .word(word())
            }
        }

        mutating func text() -> [UInt8] {
            let quote = bytes[at]
            at += 1
            var out: [UInt8] = []
            while at < bytes.count, bytes[at] != quote {
                guard bytes[at] == UInt8(ascii: "\\") else {
                    out.append(bytes[at])
                    at += 1
                    continue
                }
                at += 1
                let byte = bytes[at]
                at += 1
                switch byte {
                case UInt8(ascii: "n"): out.append(0x0A)
                case UInt8(ascii: "r"): out.append(0x0D)
                case UInt8(ascii: "t"): out.append(0x09)
                case UInt8(ascii: "a"): out.append(0x07)
                case UInt8(ascii: "b"): out.append(0x08)
                case UInt8(ascii: "f"): out.append(0x0C)
                case UInt8(ascii: "v"): out.append(0x0B)
                case UInt8(ascii: "x"): out.append(UInt8(truncatingIfNeeded: digits(2, radix: 16)))
                case UInt8(ascii: "u"): out += scalar(digits(4, radix: 16))
                case UInt8(ascii: "U"): out += scalar(digits(8, radix: 16))
                case 0x30...0x37:
                    at -= 1
                    out.append(UInt8(truncatingIfNeeded: digits(3, radix: 8)))
                default: out.append(byte)
                }
            }
            at += 1
            return out
        }

        private func scalar(_ code: Int) -> String.UTF8View {
            String(Unicode.Scalar(UInt32(code)).map { Character($0) } ?? " ").utf8
        }

        private mutating func digits(_ count: Int, radix: Int) -> Int {
            let digits = bytes[at...].prefix(count).prefix { Int(String(Unicode.Scalar($0)), radix: radix) != nil }
            at += digits.count
            return Int(String(decoding: digits, as: UTF8.self), radix: radix) ?? 0
        }
    }
}
