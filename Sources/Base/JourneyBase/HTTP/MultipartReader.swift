/// One entry of a form that was read.
package struct MultipartPart: Hashable, Sendable {
    package let name: String
    /// What the sender calls the file; never a path to use. `nil` for what is no file.
    package let fileName: String?
    /// `text/plain` where the sender says nothing (RFC 7578, section 4.4).
    package let type: MediaType
    package let bytes: ArraySlice<UInt8>
}

/// Reads `multipart/form-data` (RFC 7578) strictly and within bounds.
///
/// Refused, because readers disagree about them: a preamble or an epilogue, padding after a boundary, bare line feeds,
/// folded lines, fields said twice, `filename*`, transfer encodings that change the bytes, names that are not UTF-8.
/// `%22`, `%0D` and `%0A` in names are what browsers write for a quote and line breaks, and are read as such.
package struct MultipartReader: Sendable {
    /// What was wrong with a body.
    package enum Failure: Error, Hashable, Sendable {
        /// The content type is no `multipart/form-data` with a usable boundary.
        case notMultipart
        /// Too many parts or fields, or a header that is too long.
        case tooMuch
        /// Not of the shape that is asked for.
        case malformed
    }

    /// How many parts a body may have, and how long the header of each may be.
    var partLimit: Int
    var headerLimit: Int

    package init(partLimit: Int = 100, headerLimit: Int = 4_096) {
        self.partLimit = partLimit
        self.headerLimit = headerLimit
    }

    /// The parts of `body`, in order; their bytes are slices of it. `contentType` is the message's.
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
            guard let end = ByteSearch.first(mark, in: content) else { throw .malformed }
            parts.append(try part(head, bytes: content[..<end]))
            rest = content[(end + mark.count)...]
        }
    }

    /// The header fields at the start of `bytes`, and what follows the blank line.
    private func header(
        of bytes: ArraySlice<UInt8>
    ) throws(Failure) -> (fields: HTTPFields, content: ArraySlice<UInt8>) {
        var fields = HTTPFields()
        var rest = bytes
        while true {
            guard let end = ByteSearch.first(Array("\r\n".utf8), in: rest.prefix(headerLimit + 2)) else {
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
        // Deprecated, and harmless where it says that nothing was done (RFC 7578, section 4.7).
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

    /// 1 to 70 characters of the few that may stand there, the last one no space (RFC 2046, section 5.1.1).
    private static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && text.utf8.last != 0x20
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "'()+_,-./:=? ".utf8.contains($0) }
    }
}
