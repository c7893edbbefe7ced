import JourneyBase
import JourneyCrypto
import JourneyServer

extension HTTPServer {
    /// Serves `service` on a loopback socket under one name, and returns its origin.
    static func start(
        _ service: any HTTPService, as name: String, port: Int, _ identity: DevelopmentIdentity,
        bodyLimit: Int = 256 * 1_024, log: Log
    ) async throws(JourneyError) -> (HTTPServer, Origin) {
        let tls = TLSIdentity(
            certificatePEM: identity.certificatePEM, keyPEM: Secret(copying: identity.keyPEM.utf8))
        let server = try await HTTPServer.start(
            service: service, names: [name], port: port, tls: tls, limits: .patient(body: bodyLimit), log: log)
        guard let origin = Origin(scheme: "https", host: name, port: server.port) else {
            throw JourneyError(.serverError, "The server for \(name) has no usable port.")
        }
        return (server, origin)
    }
}
