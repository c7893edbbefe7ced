import Foundation
import JourneyBase
import WalletPass

/// A pass's web service, as a device calls it (Apple, “Adding a Web Service to Update Passes”).
struct PassWebService: Sendable {
    let transport: any HTTPTransport
    let device: WalletDevice

    /// Asks to be told of updates of a pass. Throws `JourneyError`.
    func register(_ pass: KeptPass) async throws {
        guard let request = request(.post, pass, registration(pass), body: ["pushToken": .string(device.pushToken)])
        else { return }
        let status = try await Download.send(request, over: transport).status
        guard status == 200 || status == 201 else { throw refusal("register the pass", status) }
    }

    /// Asks to be told no more.
    func unregister(_ pass: KeptPass) async throws {
        guard let request = request(.delete, pass, registration(pass)) else { return }
        let status = try await Download.send(request, over: transport).status
        guard status == 200 else { throw refusal("forget the pass", status) }
    }

    /// The serial numbers of this device's passes that have changed since `tag`, with the new tag; `nil` for none.
    func changed(
        _ type: String, at service: HTTPSURL, since tag: String?
    ) async throws -> (serialNumbers: [String], tag: String)? {
        guard let name = Download.escaped(type) else { return nil }
        let query = tag.flatMap(Download.escaped).map { "passesUpdatedSince=\($0)" }
        let path = "v1/devices/\(device.libraryIdentifier)/registrations/\(name)"
        guard let url = PassWebService.address(service, path, query) else { return nil }
        let response = try await Download.send(HTTPRequest(method: .get, url: url), over: transport)
        if response.status == 204 { return nil }
        guard response.status == 200 else { throw refusal("list what has changed", response.status) }
        guard let object = try? JSONReader.read(response.body, limits: JSONLimits(bytes: 1 << 20, depth: 4)).object,
            let serials = object["serialNumbers"]?.array?.map(\.string), let tag = object["lastUpdated"]?.string,
            !serials.contains(nil), tag.utf8.count <= 1_024
        else {
            throw JourneyError(
                .walletWebService, "The pass service's list has no serialNumbers, or no lastUpdated that is a text.")
        }
        return (serials.compactMap(\.self), tag)
    }

    /// The pass as it is now, and when it has changed; `nil` when it has not.
    func latest(_ pass: KeptPass) async throws -> (bytes: [UInt8], lastModified: String?)? {
        guard let serial = Download.escaped(pass.serialNumber),
            let type = Download.escaped(pass.names.passTypeIdentifier),
            var request = request(.get, pass, "v1/passes/\(type)/\(serial)")
        else { return nil }
        if let last = pass.record.lastModified { request.headers["If-Modified-Since"] = last }
        let response = try await Download.send(request, over: transport)
        if response.status == 304 { return nil }
        guard response.status == 200 else { throw refusal("give the pass", response.status) }
        let passes = try Download.passes(in: response)
        guard passes.count == 1 else {
            throw JourneyError(.walletPassOther, "The service gave several passes for one.")
        }
        return (passes[0], response.headers["Last-Modified"])
    }

    private func registration(_ pass: KeptPass) -> String {
        let type = Download.escaped(pass.names.passTypeIdentifier) ?? ""
        return
            "v1/devices/\(device.libraryIdentifier)/registrations/\(type)/\(Download.escaped(pass.serialNumber) ?? "")"
    }

    /// `nil` for a pass without a web service.
    private func request(
        _ method: HTTPMethod, _ pass: KeptPass, _ path: String, body: JSONValue? = nil
    ) -> HTTPRequest? {
        guard let service = pass.webService, let token = pass.authenticationToken,
            let url = PassWebService.address(service, path, nil)
        else { return nil }
        var request = HTTPRequest(method: method, url: url, body: body?.compactBytes ?? [])
        request.headers = ["Authorization": "ApplePass \(token)"]
        if body != nil { request.headers["Content-Type"] = "application/json" }
        return request
    }

    static func address(_ service: HTTPSURL, _ path: String, _ query: String?) -> HTTPSURL? {
        let base = service.path.hasSuffix("/") ? service.path : service.path + "/"
        return HTTPSURL(origin: service.origin, path: base + path, query: query)
    }

    private func refusal(_ what: String, _ status: Int) -> JourneyError {
        JourneyError(.walletWebService, "The pass service did not \(what): \(status).")
    }
}
