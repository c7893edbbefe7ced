import CredentialSharing
import Glibc
import JourneyCLI
import JourneyHarness

/// The radio given on the command line, with its resources.
struct RadioChoice {
    let radio: any ProximityTransport
    /// Releases the radio. Call it once, at the end.
    let close: @Sendable () async -> Void

    static let options = [
        Option(
            .radio, value: .text("RADIO"),
            help:
                "air, a link to processes of this machine; bumble, a Bluetooth stack on a virtual medium; usb:N, a dongle;"
                + " kernel:N, an adapter; or the socket of a radio process",
            defaultText: "air"),
        Option(.air, value: .file, help: "The socket that connects the processes", defaultText: "one per user"),
    ]

    /// Opens the radio. The first process at a socket runs the medium for the others.
    init(_ invocation: Invocation) async throws {
        let word = invocation.value(.radio) ?? "air"
        switch word {
        case "air":
            let place = try RadioRelaySocket(invocation.value(.air), kind: "local")
            close = try await place.enter { path in
                let server = try RadioRelayServer(at: path)
                return { await server.close() }
            }
            radio = RadioProcess(socket: place.path)
        case "bumble": (radio, close) = try await RadioChoice.bumble(invocation)
        case let dongle where dongle.hasPrefix("usb:") || dongle.hasPrefix("kernel:"):
            guard let number = Int(dongle.drop { $0 != ":" }.dropFirst()), number >= 0 else {
                throw CommandError.usage("--radio \(word) requires the number of a device, such as usb:0.")
            }
            let services = try RadioServices()
            let device = try await services.startRadio(
                "device", on: dongle.hasPrefix("usb:") ? .usb(number) : .kernel(number))
            radio = RadioProcess(socket: device.socket)
            close = { await services.end() }
        case let socket where socket.contains("/"):
            radio = RadioProcess(socket: socket)
            close = {}
        default:
            throw CommandError.usage("--radio takes air, bumble, usb:N, kernel:N or the path of a socket.")
        }
    }

    private static func bumble(
        _ invocation: Invocation
    ) async throws -> (any ProximityTransport, @Sendable () async -> Void) {
        let place = try RadioRelaySocket(invocation.value(.air), kind: "bumble")
        let services = try RadioServices()
        let leave = try await place.enter { path in
            let socket = try await services.startAir()
            // The path at which other processes look for it.
            guard symlink(socket, path) == 0 else {
                throw CommandError.failed(
                    .airUnavailable, "The socket \(path) could not be created: \(String(cString: strerror(errno))).")
            }
            return {}
        }
        do {
            let device = try await services.startRadio("device", on: .airAt(place.path))
            return (
                RadioProcess(socket: device.socket),
                {
                    await services.end()
                    await leave()
                }
            )
        } catch {
            await services.end()
            await leave()
            throw error
        }
    }
}
