import Foundation
import JourneyBase
import JourneyWire
import WalletPass

/// The service's client. Uses HTTP Basic with the key as the user name and no password.
struct APIClient: Sendable {
    /// The longest response accepted, in bytes.
    static let longestAnswer = 256 << 10

    private let configuration: ProntoConfiguration
    private let transport: any HTTPTransport
    private let dependencies: Dependencies
    private let base: HTTPSURL

    /// Creates a client; `nil` for a base URL that is not `https` or has a query.
    init?(_ configuration: ProntoConfiguration, over transport: any HTTPTransport, _ dependencies: Dependencies) {
        guard let url = configuration.environment.baseURL, let base = HTTPSURL(url.absoluteString), base.query == nil
        else { return nil }
        self.configuration = configuration
        self.transport = transport
        self.dependencies = dependencies
        self.base = base
    }

    /// Sends POST `/api/v2/in_app_provisioning/issuer_data`, without retries: each request creates a session.
    func issuerData(tagId: String, idAttribute: TagIdAttribute) async throws(ProvisioningError) -> IssuerDataResponse {
        let body = IssuerDataRequest(tag: tagId, attribute: idAttribute.wire).json.compactBytes
        let answer = try await send(.post, PassContract.issuerData.path, body: body)
        guard let response = IssuerDataResponse(answer) else { throw .invalidResponse }
        return response
    }

    /// Sends GET `/api/v2/in_app_provisioning/sessions/{session}` to learn whether the device has fetched its pass. Retries when
    /// there is no response.
    func status(of session: String) async throws(ProvisioningError) -> PassSessionAnswer.Status {
        let answer = try await send(.get, PassContract.session.path(session))
        guard let message = try? PassSessionAnswer(answer, limits: JSONLimits(bytes: 4_096, depth: 4)) else {
            throw .invalidResponse
        }
        return message.status
    }

    private func send(
        _ method: HTTPMethod, _ call: String, body: [UInt8] = []
    ) async throws(ProvisioningError) -> [UInt8] {
        let path = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
        guard let url = HTTPSURL(origin: base.origin, path: path + call) else {
            throw .notConfigured
        }
        var request = HTTPRequest(method: method, url: url, body: body)
        request.headers = ["Accept": "application/json", "Authorization": try await credentials()]
        if !body.isEmpty { request.headers["Content-Type"] = "application/json" }
        let timeout = Duration.seconds(min(max(configuration.timeout, 1), 300))
        let response: HTTPResponse
        do {
            response = try await transport.send(
                request, options: HTTPOptions(timeout: timeout, bodyLimit: APIClient.longestAnswer),
                retry: method == .get ? HTTPRetry() : .never,
                by: HTTPDeadline(after: timeout, clock: dependencies.clock), random: dependencies.random,
                now: dependencies.now())
        } catch { throw .networkError(error) }
        guard (200...299).contains(response.status) else {
            throw .serverError(statusCode: response.status, message: APIClient.message(in: response.body))
        }
        return response.body
    }

    /// Returns the credentials, as text only while the header is written.
    private func credentials() async throws(ProvisioningError) -> String {
        var token = configuration.apiKey
        if let userToken = configuration.userToken {
            do { token = try await userToken() } catch { throw .networkError(error) }
        }
        // The user name must not contain a colon (RFC 7617, section 2).
        guard !token.isEmpty, !token.contains(":") else { throw .notConfigured }
        return "Basic \(Data("\(token):".utf8).base64EncodedString())"
    }

    /// Returns the service's own message: `detail` or `title` of a problem (RFC 9457), otherwise `error` or `message`.
    static func message(in body: [UInt8]) -> String? {
        let object = try? JSONReader.read(body, limits: JSONLimits(bytes: 65_536, depth: 8)).object
        let text = ["detail", "title", "error", "message"].lazy.compactMap { object?[$0]?.string }.first
        return text.map { text in
            String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.map(Character.init).prefix(300))
        }
    }
}
