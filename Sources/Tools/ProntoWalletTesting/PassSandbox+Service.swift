import Foundation
public import JourneyBase
import JourneyGateway
import JourneyServer
import JourneyTesting
import Synchronization
import WalletPass

extension PassSandbox {
    /// The pass service (`docs/reference/pass-service.md`) in this process, with one client and a pass for each tag. All data is in memory.
    public final class Service: HTTPService {
        private static let (client, holder) = ("sandbox", "holder")

        private let opened: Task<(service: Router, store: PassStore), any Error>
        private let now: @Sendable () -> Date
        /// The requested suspension of the client, and the one that the records have.
        private let suspension = Mutex((isWanted: false, isDone: false))

        init(
            _ tags: [String], authority: PassAuthority, time: SandboxTime, random: @escaping @Sendable (Int) -> [UInt8]
        ) {
            now = time.now
            // Waiting for the database uses the system's clock, because the sandbox's may stand still.
            let dependencies = Dependencies(now: time.now, clock: ContinuousClock(), random: random)
            opened = Task {
                let assembly = try await PassAssembly(try await Database.open(.memory, dependencies: dependencies))
                let factory = PassFactory(
                    types: [
                        PassTypeContent(
                            signer: authority, certificate: authority.certificate, template: Service.template)
                    ], origin: PassSandbox.origin, now: dependencies.now)
                let service = try assembly.service(
                    factory, PassSettings(origin: PassSandbox.origin), dependencies: dependencies)
                try await Service.populate(assembly.passes, tags, authority.names, dependencies)
                return (service, assembly.passes)
            }
        }

        private static func populate(
            _ store: PassStore, _ tags: [String], _ names: PassSignerNames, _ dependencies: Dependencies
        ) async throws {
            let now = dependencies.now()
            try await store.addClient(client, now: now)
            try await store.addUser("app", of: client, token: Secret(copying: PassSandbox.apiToken.utf8), now: now)
            try await store.addType(
                names.passTypeIdentifier, of: client, team: names.teamIdentifier, organization: "Sandbox", now: now)
            for tag in tags {
                try await store.addTag(tag, of: client, now: now)
                try await store.addPass(
                    .init(holder: holder, type: names.passTypeIdentifier, serial: tag, values: ["tag": .string(tag)]),
                    on: tag, of: client, dependencies: dependencies)
            }
        }

        private static var template: PassTemplate {
            let content: JSONValue = [
                "description": "A pass of the sandbox",
                "generic": ["primaryFields": [["key": "tag", "label": "Tag", "value": "{{tag}}"]]],
            ]
            return PassTemplate(files: [
                "pass.json": content.compactBytes, "icon.png": SandboxBinding.picture(29),
                "icon@2x.png": SandboxBinding.picture(58),
            ])
        }

        /// Suspends or restores the client. While suspended, all its calls get `CLIENT_SUSPENDED`.
        public func suspend(_ isSuspended: Bool = true) { suspension.withLock { $0.isWanted = isSuspended } }

        public func handle(_ request: HTTPRequest) async -> HTTPResponse {
            do {
                let (service, store) = try await opened.value
                let change = suspension.withLock { suspension -> Bool? in
                    guard suspension.isWanted != suspension.isDone else { return nil }
                    suspension.isDone = suspension.isWanted
                    return suspension.isWanted
                }
                switch change {
                case true?: try await store.removeClient(Service.client, now: now())
                case false?: try await store.restoreClient(Service.client, now: now())
                case nil: break
                }
                return await service.handle(request)
            } catch { return HTTPResponse(status: 503) }
        }
    }
}
