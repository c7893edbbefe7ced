import Foundation
package import JourneyBase
package import JourneyCrypto
import JourneyGateway
package import JourneyServer
import WalletPass

/// The pass service on its own socket, with a demo client, holder and tickets.
package struct PassServer: Sendable {
    /// The host name, which resolves to loopback; the relying party of its passes.
    package static let name = "passes.localhost"
    /// Its client, API user and holder.
    static let (client, user, holder) = ("demo", "app", "holder-1")
    /// The type and team of its passes.
    package static let (passType, team) = ("pass.localhost.sandbox.ticket", "SANDBOX000")
    package static let organization = "Harbour Concerts"

    package let origin: Origin
    /// The API user's token, which gives access to the client's tags.
    package let token: Secret
    /// The `reference_id` of the client's tags with a pass.
    package let tags: [String]
    /// The push service for changes of passes.
    package let pushService: Origin?
    private let server: HTTPServer
    private let database: Database
    private let pushes: PeriodicWorker?

    /// The options of the pass server.
    package struct Options: Sendable {
        /// The certificate, which must name `PassServer.name`.
        package var identity: DevelopmentIdentity
        /// The signer for `PassServer.passType` and `PassServer.team`.
        package var signer: SigningIdentity
        /// The API user's token, 256 random bits in base64url.
        package var token: Secret
        package var database = DatabaseLocation.memory
        /// The port; zero for any free port.
        package var port = 0
        /// The push service that tells devices about changed passes; `nil` for none.
        package var pushes: Pushes?

        package init(identity: DevelopmentIdentity, signer: SigningIdentity, token: Secret) {
            self.identity = identity
            self.signer = signer
            self.token = token
        }
    }

    /// A push service and its HTTP/2 transport, which authenticates with the pass type's certificate.
    package struct Pushes: Sendable {
        package var service: Origin
        package var transport: @Sendable (SigningIdentity) -> any HTTPTransport

        package init(service: Origin, transport: @escaping @Sendable (SigningIdentity) -> any HTTPTransport) {
            self.service = service
            self.transport = transport
        }
    }

    /// Starts the server. Throws `JourneyError` if the port is in use, the records can't be stored, or resources are missing.
    package static func start(
        _ options: Options, dependencies: Dependencies = .system
    ) async throws(JourneyError) -> PassServer {
        let content: PassTypeContent
        do throws(CryptoError) {
            content = try PassTypeContent(identity: options.signer, template: template())
        } catch {
            throw JourneyError(
                .configurationInvalid, "The signer's certificate does not name a pass type and a team: \(error).")
        }
        let database = try await JourneyError.translating {
            try await Database.open(options.database, dependencies: dependencies)
        }
        let assembly = try await PassAssembly(database)
        let tags = try await DemoPasses.populate(assembly.passes, token: options.token, dependencies: dependencies)
        // The socket is opened first, because the service's URLs include its port.
        let later = ReloadableService()
        let (server, origin) = try await HTTPServer.start(
            later, as: name, port: options.port, options.identity, log: dependencies.log)
        let factory = PassFactory(types: [content], origin: origin, now: dependencies.now)
        later.replace(by: try assembly.service(factory, PassSettings(origin: origin), dependencies: dependencies))
        let pushes = options.pushes.map {
            PeriodicWorker.pushes(
                for: [content], waitingIn: assembly.updates, to: $0.service, dependencies: dependencies,
                transport: $0.transport)
        }
        pushes?.start()
        return PassServer(
            origin: origin, token: options.token, tags: tags, pushService: options.pushes?.service, server: server,
            database: database, pushes: pushes)
    }

    func stop() async {
        await pushes?.stop()
        await server.stop()
        database.close()
    }

    private static func template() -> PassTemplate {
        let folder = Bundle.module.bundleURL.appendingPathComponent("passes/ticket")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var files: [String: [UInt8]] = [:]
        for name in names where !name.hasPrefix(".") {
            files[name] = (try? Data(contentsOf: folder.appendingPathComponent(name))).map { Array($0) }
        }
        return PassTemplate(files: files)
    }
}
