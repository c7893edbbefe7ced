import Foundation
import JourneyBase
import JourneyWire
import WalletPass

/// A pass's web service, as a device calls it (Apple, “Adding a Web Service to Update Passes”).
struct PassWebService: Sendable {
    let transport: any HTTPTransport
    let device: WalletDevice

    /// Registers this device for updates of a pass. Throws `JourneyError`.
    func register(_ pass: InstalledPass) async throws {
        guard var request = request(PassUpdateContract.register, pass, path: path(PassUpdateContract.register, pass))
        else { return }
        request = PassUpdateContract.register.request(
            request.url, PassRegistration(pushToken: device.pushToken), headers: request.headers)
        let status = try await Download.send(request, over: transport).status
        guard status == 200 || status == 201 else { throw refusal("register the pass", status) }
    }

    /// Unregisters this device.
    func unregister(_ pass: InstalledPass) async throws {
        let endpoint = PassUpdateContract.unregister
        guard let request = request(endpoint, pass, path: path(endpoint, pass)) else { return }
        let status = try await Download.send(request, over: transport).status
        guard status == 200 else { throw refusal("forget the pass", status) }
    }

    /// Returns the serial numbers of this device's passes that have changed since `tag`, with the new tag; `nil` for none.
    func changed(
        _ type: String, at service: HTTPSURL, since tag: String?
    ) async throws -> (serialNumbers: [String], tag: String)? {
        let query = tag.flatMap(Download.escaped).map { "\(PassUpdateContract.passesUpdatedSince)=\($0)" }
        let path = PassUpdateContract.updated.relativePath(device.libraryIdentifier, type)
        guard let url = PassWebService.address(service, path, query) else { return nil }
        let response = try await Download.send(HTTPRequest(method: .get, url: url), over: transport)
        if response.status == 204 { return nil }
        guard response.status == 200 else { throw refusal("list what has changed", response.status) }
        guard let list = try? UpdatedPasses(response.body, limits: JSONLimits(bytes: 1 << 20, depth: 4)),
            list.lastUpdated.utf8.count <= 1_024
        else {
            throw JourneyError(
                .walletWebService, "The pass service's list must have serialNumbers, and lastUpdated as a string.")
        }
        return (list.serialNumbers, list.lastUpdated)
    }

    /// Returns the current pass and its modification time; `nil` when it has not changed.
    func latest(_ pass: InstalledPass) async throws -> (bytes: [UInt8], lastModified: String?)? {
        let endpoint = PassUpdateContract.latest
        let path = endpoint.relativePath(pass.names.passTypeIdentifier, pass.serialNumber)
        guard var request = request(endpoint, pass, path: path) else { return nil }
        if let last = pass.record.lastModified { request.headers[PassUpdateContract.ifModifiedSince] = last }
        let response = try await Download.send(request, over: transport)
        if response.status == 304 { return nil }
        guard response.status == 200 else { throw refusal("give the pass", response.status) }
        let passes = try Download.passes(in: response)
        guard passes.count == 1 else {
            throw JourneyError(.walletPassOther, "The service returned several passes for one request.")
        }
        return (passes[0], response.headers["Last-Modified"])
    }

    private func path(_ endpoint: some WireEndpoint, _ pass: InstalledPass) -> String {
        endpoint.relativePath(device.libraryIdentifier, pass.names.passTypeIdentifier, pass.serialNumber)
    }

    /// Returns a request; `nil` for a pass without a web service.
    private func request(_ endpoint: some WireEndpoint, _ pass: InstalledPass, path: String) -> HTTPRequest? {
        guard let service = pass.webService, let token = pass.authenticationToken,
            let url = PassWebService.address(service, path, nil)
        else { return nil }
        return HTTPRequest(
            method: endpoint.method, url: url, headers: ["Authorization": "\(PassUpdateContract.scheme) \(token)"])
    }

    static func address(_ service: HTTPSURL, _ path: String, _ query: String?) -> HTTPSURL? {
        let base = service.path.hasSuffix("/") ? service.path : service.path + "/"
        return HTTPSURL(origin: service.origin, path: base + path, query: query)
    }

    private func refusal(_ what: String, _ status: Int) -> JourneyError {
        JourneyError(.walletWebService, "The pass service did not \(what): \(status).")
    }
}
