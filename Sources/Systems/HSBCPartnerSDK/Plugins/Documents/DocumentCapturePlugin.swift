public import JourneyBase

/// A plugin that captures a document for a native step: `captureDocument` with `{kinds}` returns `{kind, mediaType, content}`,
/// with the picture in base64url.
///
/// Fails with `USER_CANCELLED` when the person cancels. The picture goes to the step's call only; no snapshot and no event
/// contains it.
public struct DocumentCapturePlugin: JourneyPlugin {
    public let name = "document_capture"
    public let methods: Set<String> = ["captureDocument"]
    public let permissions: Set<PluginPermission> = [.documents]
    private let source: any DocumentSource

    /// Creates a plugin that captures documents with `source`.
    public init(source: any DocumentSource) { self.source = source }

    /// Handles `captureDocument` with `{kinds: [string]}`, each a `CapturedDocument.Kind`, and no other member.
    ///
    /// - Parameters:
    ///   - method: `captureDocument`.
    ///   - params: `{kinds: [string]}`.
    /// - Returns: `{kind, mediaType, content}`.
    /// - Throws: `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for other parameters or another kind of document,
    ///   `USER_CANCELLED`, and the source's errors.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) does not implement the requested method.")
        }
        let kinds = try DocumentCapturePlugin.kinds(in: params)
        guard let document = try await source.capture(kinds) else {
            throw JourneyError(.userCancelled, "The person cancelled the document capture.")
        }
        guard kinds.contains(document.kind) else {
            throw JourneyError(.validationFail, "The document source returned a kind that was not requested.")
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
