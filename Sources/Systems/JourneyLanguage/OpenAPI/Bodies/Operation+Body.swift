internal import JourneyBase
internal import JourneyCrypto

extension Operation {
    /// Returns the bytes of a body and their `Content-Type`.
    func write(
        _ body: RequestBody, _ arguments: [String: JSONValue]
    ) throws(JourneyError) -> (bytes: [UInt8], type: String) {
        let value = bodyValue(of: body, arguments)
        let type = body.type.description
        switch body.kind {
        case .json: return (value.compactBytes, type)
        case .text:
            guard let text = ParameterValue.text(value) else { throw refusal("requires a string as its body") }
            return (Array(text.utf8), type)
        case .bytes:
            guard let file = FilePart(value) else { throw refusal("requires a file as its body") }
            return (file.bytes, type)
        case .form(let fields): return (try form(value.object ?? [:], fields), type)
        case .multipart(let parts):
            // The boundary is derived from the content, so a repeat under the same key has the same bytes. `MultipartBody`
            // ensures that no part contains it.
            var count: UInt8 = 0
            let form = MultipartBody(try self.parts(value.object ?? [:], parts)) { size in
                count &+= 1
                return Array(SHA256.hash(value.compactBytes + [count]).prefix(size))
            }
            guard let bytes = form.bytes else {
                throw refusal("has a body that cannot be encoded as multipart/form-data")
            }
            return (bytes, form.contentType)
        }
    }

    /// Encodes `application/x-www-form-urlencoded`, members sorted by name.
    private func form(
        _ members: [String: JSONValue], _ fields: [String: RequestBody.FieldForm]
    ) throws(JourneyError) -> [UInt8] {
        var pieces: [String] = []
        var names: Set<String> = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
            let own: [(name: String, value: String)]
            switch fields[name] ?? .plain {
            case .plain: own = Operation.entries(name, value)
            case .json: own = [Operation.entry(name, value.compactText)]
            case .style(let style, let explode, let allowsReserved):
                let writer = ParameterWriter(name, style, explode: explode, allowsReserved: allowsReserved)
                guard let pairs = ParameterValue(value).flatMap(writer.pairs) else {
                    throw refusal("cannot encode the value of \(Refusal.quote(name))")
                }
                own = pairs
            }
            // Members of an exploded object become fields, which must not collide with another argument's.
            let fresh = Set(own.map(\.name))
            guard names.isDisjoint(with: fresh) else { throw refusal("has two arguments that both set one form field") }
            names.formUnion(fresh)
            pieces += own.map { "\($0.name)=\($0.value)" }
        }
        return Array(pieces.joined(separator: "&").utf8)
    }

    private static func entries(_ name: String, _ value: JSONValue) -> [(name: String, value: String)] {
        if case .array(let elements) = value {
            return elements.map { entry(name, ParameterValue.text($0) ?? $0.compactText) }
        }
        return [entry(name, ParameterValue.text(value) ?? value.compactText)]
    }

    /// Returns one field as browsers encode it.
    private static func entry(_ name: String, _ value: String) -> (name: String, value: String) {
        let escaped = { (text: String) in
            // A form with one unnamed field encodes as "=" and the value.
            String(decoding: FormBody([FormBody.Entry("", text)]).bytes.dropFirst(), as: UTF8.self)
        }
        return (escaped(name), escaped(value))
    }

    private func parts(
        _ members: [String: JSONValue], _ forms: [String: RequestBody.PartForm]
    ) throws(JourneyError) -> [MultipartBody.Part] {
        var parts: [MultipartBody.Part] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
            let form = forms[name] ?? RequestBody.PartForm(content: .text, types: [], isList: value.array != nil)
            for element in form.isList ? value.array ?? [value] : [value] {
                parts.append(try part(name, element, form))
            }
        }
        return parts
    }

    private func part(
        _ name: String, _ value: JSONValue, _ form: RequestBody.PartForm
    ) throws(JourneyError) -> MultipartBody.Part {
        if form.content == .file {
            guard let file = FilePart(value) else { throw refusal("requires a file as \(Refusal.quote(name))") }
            guard let type = file.type(among: form.types) else {
                throw refusal("does not allow the media type of the file \(Refusal.quote(name))")
            }
            return .file(name, fileName: file.fileName ?? name, type: type, bytes: file.bytes)
        }
        if form.content == .text, let text = ParameterValue.text(value) { return .text(name, text) }
        return .json(name, value)
    }
}

extension RequestBody {
    /// A body that accepts any JSON object.
    static let anyObject = RequestBody(
        isRequired: false, type: MediaType("application/json") ?? .octets, kind: .json, check: .anything, isFlat: true,
        isOpen: true, excluded: [])

    /// Returns the body as its schema describes it: each file is replaced by its encoded bytes.
    func judged(_ value: JSONValue) -> JSONValue {
        switch kind {
        case .json, .form, .text: return value
        case .bytes: return value["data"] ?? value
        case .multipart(let parts):
            var members = value.object ?? [:]
            for (name, form) in parts where form.content == .file {
                guard let member = members[name] else { continue }
                members[name] =
                    form.isList ? .array((member.array ?? []).map { $0["data"] ?? $0 }) : member["data"] ?? member
            }
            return .object(members)
        }
    }
}
