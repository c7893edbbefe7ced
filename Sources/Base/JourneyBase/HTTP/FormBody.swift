/// The body of a form in `application/x-www-form-urlencoded` (WHATWG URL, section 5).
public struct FormBody: Hashable, Sendable {
    /// One name and value. Names may repeat; order is preserved.
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

    /// The encoded body: UTF-8, spaces as `+`, everything except ASCII letters, digits and `*-._` percent-encoded.
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

    /// Parses a body. Returns `nil` for more than `entryLimit` entries, an incomplete escape or text that isn't UTF-8.
    ///
    /// Browsers tolerate all three; code that signs or verifies a body must not.
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

    /// Returns `text` as it stands in a form.
    package static func escaped(_ text: String) -> String {
        var out: [UInt8] = []
        escape(text, into: &out)
        return String(decoding: out, as: UTF8.self)
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
    /// Creates a POST request with `form` as its body.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - url: The URL to post to.
    /// - Returns: The request.
    public static func post(_ form: FormBody, to url: HTTPSURL) -> HTTPRequest {
        HTTPRequest(method: .post, url: url, headers: ["Content-Type": FormBody.contentType], body: form.bytes)
    }
}
