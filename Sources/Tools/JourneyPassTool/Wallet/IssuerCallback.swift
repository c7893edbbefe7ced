import Foundation
import JourneyBase
import JourneyCrypto
import JourneyWire
import WalletPass

/// Sends the device's signed challenge to the issuer, once, and returns the passes of the response.
struct IssuerCallback: Sendable {
    let transport: any HTTPTransport

    /// The longest response, in bytes. A file of several passes may be longer, but not for testing a service.
    static let longest = 40 << 20

    /// Posts the challenge and returns the passes. Throws `JourneyError` with a code of the wallet or the network.
    func passes(for challenge: WalletChallenge, _ binding: IssuerBindingData) async throws -> [[UInt8]] {
        guard let url = IssuerCallback.address(binding) else {
            throw JourneyError(.walletDataInvalid, "The callback URL cannot carry the session in its query.")
        }
        let body = SignedBinding(
            issuerBindingData: Hex.encode(challenge.bytes), keyHash: Hex.encode(challenge.keyHash))
        return try await Download.passes(PassContract.callback.request(url, body), over: transport)
    }

    /// Returns the callback URL with the session appended to its query.
    static func address(_ binding: IssuerBindingData) -> HTTPSURL? {
        guard let session = Download.escaped(binding.sessionIdentifier) else { return nil }
        let own = binding.callback.query.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
        return HTTPSURL(
            origin: binding.callback.origin, path: binding.callback.path,
            query: "\(own)\(PassContract.sessionIdentifier)=\(session)")
    }
}

/// Downloads passes as a device does.
enum Download {
    static let accepted = "\(PassBuilder.mediaType), \(PassBuilder.bundleMediaType)"

    /// Returns the passes in the response to `request`, which must have status 200 and a media type of passes.
    static func passes(_ request: HTTPRequest, over transport: any HTTPTransport) async throws -> [[UInt8]] {
        var request = request
        request.headers["Accept"] = accepted
        let response = try await send(request, over: transport)
        switch response.status {
        case 200: break
        case 401:
            throw JourneyError(
                .walletCallbackUnauthorized, "The issuer's callback rejected the request with status 401.")
        default:
            throw JourneyError(
                .walletCallbackStatus,
                "The issuer's callback returned status \(response.status); a device accepts only 200.")
        }
        return try passes(in: response)
    }

    /// Returns the passes of a response according to its media type.
    static func passes(in response: HTTPResponse) throws(JourneyError) -> [[UInt8]] {
        let type = response.headers["Content-Type"].flatMap { MediaType($0) }?.essence
        switch type {
        case PassBuilder.mediaType: return [response.body]
        case PassBuilder.bundleMediaType:
            do throws(ZipError) { return try PassBuilder.passes(inBundle: response.body) } catch {
                throw JourneyError(
                    error == .tooLarge ? .walletPassTooLarge : .walletPassUntrusted,
                    "The response is not a file of one to ten passes: \(error).")
            }
        default:
            throw JourneyError(
                .walletMediaType, "The response has the media type \(type ?? "(none)"), not \(PassBuilder.mediaType).")
        }
    }

    static func send(_ request: HTTPRequest, over transport: any HTTPTransport) async throws -> HTTPResponse {
        do {
            return try await transport.send(
                request, options: HTTPOptions(timeout: .seconds(60), bodyLimit: IssuerCallback.longest))
        } catch let error as JourneyError where error.code == .responseTooLarge {
            throw JourneyError(.walletPassTooLarge, "The response is larger than \(IssuerCallback.longest >> 20) MB.")
        }
    }

    /// Returns a text escaped as one path segment or one query value.
    static func escaped(_ text: String) -> String? {
        var allowed = CharacterSet.alphanumerics.intersection(
            CharacterSet(charactersIn: Unicode.Scalar(0)..<Unicode.Scalar(128)))
        allowed.insert(charactersIn: "-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed)
    }
}
