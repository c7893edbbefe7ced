import Foundation
import JourneyBase
import JourneyCrypto
import JourneyWire
import WalletPass

/// Sends what the device has signed to the issuer, once, and gives the passes that come back.
struct IssuerCallback: Sendable {
    let transport: any HTTPTransport

    /// The longest answer: a file of several passes may be longer, and is more than anybody tries a service with.
    static let longest = 40 << 20

    /// Throws `JourneyError` with a code of the wallet's or of the network's.
    func passes(for challenge: WalletChallenge, _ binding: IssuerBindingData) async throws -> [[UInt8]] {
        guard let url = IssuerCallback.address(binding) else {
            throw JourneyError(.walletDataInvalid, "The callback's address does not take a session.")
        }
        let body = SignedBinding(
            issuerBindingData: Hex.encode(challenge.bytes), keyHash: Hex.encode(challenge.keyHash))
        return try await Download.passes(PassContract.callback.request(url, body), over: transport)
    }

    /// The callback with the session behind whatever it asks itself.
    static func address(_ binding: IssuerBindingData) -> HTTPSURL? {
        guard let session = Download.escaped(binding.sessionIdentifier) else { return nil }
        let own = binding.callback.query.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
        return HTTPSURL(
            origin: binding.callback.origin, path: binding.callback.path,
            query: "\(own)\(PassContract.sessionIdentifier)=\(session)")
    }
}

/// Passes over the network, as a device takes them.
enum Download {
    static let accepted = "\(PassBuilder.mediaType), \(PassBuilder.bundleMediaType)"

    /// The passes that answer `request`: status 200 and a pass's media type, nothing else.
    static func passes(_ request: HTTPRequest, over transport: any HTTPTransport) async throws -> [[UInt8]] {
        var request = request
        request.headers["Accept"] = accepted
        let response = try await send(request, over: transport)
        switch response.status {
        case 200: break
        case 401: throw JourneyError(.walletCallbackUnauthorized, "The issuer does not know this request (401).")
        default:
            throw JourneyError(
                .walletCallbackStatus, "The issuer answered \(response.status); a device takes 200 alone.")
        }
        return try passes(in: response)
    }

    /// The passes of an answer, by its media type.
    static func passes(in response: HTTPResponse) throws(JourneyError) -> [[UInt8]] {
        let type = response.headers["Content-Type"].flatMap { MediaType($0) }?.essence
        switch type {
        case PassBuilder.mediaType: return [response.body]
        case PassBuilder.bundleMediaType:
            do throws(ZipError) { return try PassBuilder.passes(inBundle: response.body) } catch {
                throw JourneyError(
                    error == .tooLarge ? .walletPassTooLarge : .walletPassUntrusted,
                    "What came is no file of one to ten passes.")
            }
        default:
            throw JourneyError(
                .walletMediaType, "What came is said to be \(type ?? "nothing"), not \(PassBuilder.mediaType).")
        }
    }

    static func send(_ request: HTTPRequest, over transport: any HTTPTransport) async throws -> HTTPResponse {
        do {
            return try await transport.send(
                request, options: HTTPOptions(timeout: .seconds(60), bodyLimit: IssuerCallback.longest))
        } catch let error as JourneyError where error.code == .responseTooLarge {
            throw JourneyError(.walletPassTooLarge, "The answer is larger than \(IssuerCallback.longest >> 20) MB.")
        }
    }

    /// A text as one segment of an address, or one value of its query.
    static func escaped(_ text: String) -> String? {
        var allowed = CharacterSet.alphanumerics.intersection(
            CharacterSet(charactersIn: Unicode.Scalar(0)..<Unicode.Scalar(128)))
        allowed.insert(charactersIn: "-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed)
    }
}
