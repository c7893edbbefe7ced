/// One entry of a parsed form.
package struct MultipartPart: Hashable, Sendable {
    package let name: String
    /// The file name that the sender gave; never a path to use. `nil` if the entry isn't a file.
    package let fileName: String?
    /// The media type; `text/plain` if the sender gave none (RFC 7578, section 4.4).
    package let type: MediaType
    package let bytes: ArraySlice<UInt8>
}

/// A strict, bounded parser for `multipart/form-data` (RFC 7578).
///
/// Rejected, because parsers disagree about them: a preamble or an epilogue, padding after a boundary, bare line feeds, folded
/// lines, repeated fields, `filename*`, transfer encodings that change the bytes, names that aren't UTF-8. `%22`, `%0D` and `%0A`
/// in names are decoded to a quote and line breaks, as browsers encode them.
package struct MultipartReader: Sendable {
    /// The reason why a body was rejected.
    package enum Failure: Error, Hashable, Sendable {
        /// The content type isn't `multipart/form-data` with a valid boundary.
        case notMultipart
        /// Too many parts or fields, or a header that is too long.
        case tooMuch
        /// The body breaks the grammar.
        case malformed
    }

    /// The most parts of a body.
    var partLimit: Int
    /// The most bytes of a part's header.
    var headerLimit: Int

    package init(partLimit: Int = 100, headerLimit: Int = 4_096) {
        self.partLimit = partLimit
        self.headerLimit = headerLimit
    }

    /// Parses `body`, given the message's `contentType`. Returns the parts in order; their bytes are slices of `body`.
    package func read(_ body: [UInt8], contentType: String) throws(Failure) -> [MultipartPart] {
        guard let type = MediaType(contentType), type.essence == "multipart/form-data", let boundary = type["boundary"],
            MultipartReader.isBoundary(boundary)
        else { throw .notMultipart }
        let opening = Array("--\(boundary)".utf8)
        guard body.starts(with: opening) else { throw .malformed }
        let mark = Array("\r\n".utf8) + opening
        var rest = body[opening.count...]
        var parts: [MultipartPart] = []
        while true {
            if rest.starts(with: "--".utf8) {
                let end = rest.dropFirst(2)
                guard end.isEmpty || end.elementsEqual("\r\n".utf8) else { throw .malformed }
                return parts
            }
            guard rest.starts(with: "\r\n".utf8), parts.count < partLimit else {
                throw parts.count < partLimit ? .malformed : .tooMuch
            }
            let (head, content) = try header(of: rest.dropFirst(2))
            guard let end = LinearSearch.first(mark, in: content) else { throw .malformed }
            parts.append(try part(head, bytes: content[..<end]))
            rest = content[(end + mark.count)...]
        }
    }

    /// Parses the header fields at the start of `bytes`, and returns them with the content after the blank line.
    private func header(
        of bytes: ArraySlice<UInt8>
    ) throws(Failure) -> (fields: HTTPFields, content: ArraySlice<UInt8>) {
        var fields = HTTPFields()
        var rest = bytes
        while true {
            guard let end = LinearSearch.first(Array("\r\n".utf8), in: rest.prefix(headerLimit + 2)) else {
                throw rest.count > headerLimit ? .tooMuch : .malformed
            }
            let line = rest[..<end]
            rest = rest[(end + 2)...]
            if line.isEmpty { return (fields, rest) }
            guard rest.startIndex - bytes.startIndex <= headerLimit, fields.fields.count < 8 else { throw .tooMuch }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = String(validating: line[..<colon], as: UTF8.self),
                let value = String(validating: MultipartReader.trimmed(line[(colon + 1)...]), as: UTF8.self),
                HTTPFields.isSafe(name: name, value: value), fields[name] == nil
            else { throw .malformed }
            fields.add(name, value)
        }
    }

    private func part(_ fields: HTTPFields, bytes: ArraySlice<UInt8>) throws(Failure) -> MultipartPart {
        guard let disposition = fields["Content-Disposition"] else { throw .malformed }
        var scanner = FieldScanner(disposition)
        guard scanner.token()?.lowercased() == "form-data",
            let parameters = scanner.parameters(isBackslashLiteral: true),
            parameters.allSatisfy({ ["name", "filename"].contains($0.name) }),
            let name = parameters.first(where: { $0.name == "name" })?.value,
            let type = MediaType(fields["Content-Type"] ?? "text/plain")
        else { throw .malformed }
        // Deprecated, and harmless if it declares no encoding (RFC 7578, section 4.7).
        if let encoding = fields["Content-Transfer-Encoding"] {
            guard ["7bit", "8bit", "binary"].contains(encoding.lowercased()) else { throw .malformed }
        }
        let fileName = parameters.first { $0.name == "filename" }?.value
        return MultipartPart(
            name: MultipartReader.unescaped(name), fileName: fileName.map(MultipartReader.unescaped), type: type,
            bytes: bytes)
    }

    private static func unescaped(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var value = value.drop(while: isBlank)
        while let last = value.last, isBlank(last) { value.removeLast() }
        return value
    }

    /// Returns `true` for 1 to 70 of the characters allowed in a boundary, without a space at the end (RFC 2046, section 5.1.1).
    private static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && text.utf8.last != 0x20
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "'()+_,-./:=? ".utf8.contains($0) }
    }
}
