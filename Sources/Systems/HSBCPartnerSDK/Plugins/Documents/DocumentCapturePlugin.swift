public import JourneyBase

/// Has the person show a document, for a native step: `captureDocument` with `{kinds}`, answered with
/// `{kind, mediaType, content}`, where `content` is the picture in base64url.
///
/// A person who closes it gives `USER_CANCELLED`. The picture goes to the step's call and is in no snapshot and no event.
public struct DocumentCapturePlugin: JourneyPlugin {
    public let name = "document_capture"
    public let methods: Set<String> = ["captureDocument"]
    public let permissions: Set<PluginPermission> = [.documents]
    private let source: any DocumentSource

    public init(source: any DocumentSource) { self.source = source }

    /// Takes `{kinds: [string]}`, each a `CapturedDocument.Kind`, and nothing else. Throws `BRIDGE_FORBIDDEN` for another
    /// method and `VALIDATION_FAIL` for other parameters.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no such method.")
        }
        let kinds = try DocumentCapturePlugin.kinds(in: params)
        guard let document = try await source.capture(kinds) else {
            throw JourneyError(.userCancelled, "The person showed no document.")
        }
        guard kinds.contains(document.kind) else {
            throw JourneyError(.validationFail, "The document is of another kind than was asked for.")
        }
        return [
            "kind": .string(document.kind.rawValue), "mediaType": .string(document.mediaType),
            "content": .string(Base64URL.encode(document.content)),
        ]
    }

    private static func kinds(in params: JSONValue) throws(JourneyError) -> Set<CapturedDocument.Kind> {
        let fault = JourneyError(.validationFail, "captureDocument takes kinds: passport, drivingLicence, or both.")
        guard case .object(let members) = params, members.count == 1, let list = members["kinds"]?.array,
            (1...CapturedDocument.Kind.allCases.count).contains(list.count)
        else { throw fault }
        let kinds = list.compactMap { $0.string.flatMap(CapturedDocument.Kind.init(rawValue:)) }
        guard kinds.count == list.count else { throw fault }
        return Set(kinds)
    }
}
