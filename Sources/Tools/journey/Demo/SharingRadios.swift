import JourneyBase
import JourneyHarness

/// The connection between the two sides of a demo: Bumble devices on one virtual radio, or a local socket.
struct SharingRadios: Sendable {
    /// Additional arguments of the holder's and the reader's commands.
    let holder: [String]
    let reader: [String]
    let name: String
    private let services: RadioServices?

    init(in folder: String) async throws {
        guard let python = RadioServices.python else {
            (holder, reader) = (["--air", folder + "/air"], ["--air", folder + "/air"])
            (name, self.services) = ("air", nil)
            return
        }
        let services = try RadioServices(python: python)
        do {
            _ = try await services.startAir()
            holder = ["--radio", try await services.startRadio("holder").socket]
            reader = ["--radio", try await services.startRadio("reader").socket]
        } catch {
            await services.end()
            throw error
        }
        (name, self.services) = ("bumble", services)
    }

    /// A notice for the user if the Bluetooth stack is missing.
    var notice: String? {
        services == nil
            ? "Python with Bumble is not installed, so the two sides connect over a local socket, without a Bluetooth stack."
            : nil
    }

    var words: String {
        services == nil
            ? "a local socket: Bluetooth's framing, without its stack"
            : "Bumble's Bluetooth stack on both sides of a virtual radio"
    }

    func end() async { await services?.end() }
}
