/// The body of a form: `application/x-www-form-urlencoded` (WHATWG URL, section 5).
public struct FormBody: Hashable, Sendable {
    /// One entry. Names may occur more than once, and the order is kept.
    package struct Entry: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry] = []) { self.entries = entries }

    package static let contentType = "application/x-www-form-urlencoded"

    package mutating func add(_ name: String, _ value: String) { entries.append(Entry(name, value)) }

    /// The bytes: UTF-8, a space as `+`, everything but ASCII letters, digits and `*-._` escaped.
    package var bytes: [UInt8] {
        var out: [UInt8] = []
        for (index, entry) in entries.enumerated() {
            if index > 0 { out.append(UInt8(ascii: "&")) }
            FormBody.escape(entry.name, into: &out)
            out.append(UInt8(ascii: "="))
            FormBody.escape(entry.value, into: &out)
        }
        return out
    }

    /// The form that `bytes` spell, or `nil` when there are more than `entryLimit` entries, when an escape is not whole,
    /// or when what comes out is not UTF-8. Browsers put up with all three; whoever signs or checks what was sent
    /// cannot.
    package init?(parsing bytes: some Collection<UInt8>, entryLimit: Int = 1_000) {
        entries = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            guard entries.count < entryLimit, let first = PercentEncoding.decoded(name, plusIsSpace: true),
                let second = PercentEncoding.decoded(pair.dropFirst(name.count + 1), plusIsSpace: true)
            else { return nil }
            entries.append(Entry(first, second))
        }
    }

    private static func escape(_ text: String, into out: inout [UInt8]) {
        for byte in text.utf8 {
            if byte == 0x20 {
                out.append(UInt8(ascii: "+"))
            } else if byte.isLetterOrDigit || "*-._".utf8.contains(byte) {
                out.append(byte)
            } else {
                PercentEncoding.escape(byte, into: &out)
            }
        }
    }
}

extension HTTPRequest {
    /// A POST of `form`.
    public static func post(_ form: FormBody, to url: HTTPSURL) -> HTTPRequest {
        HTTPRequest(method: .post, url: url, headers: ["Content-Type": FormBody.contentType], body: form.bytes)
    }
}
