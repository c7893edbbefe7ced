import JourneyBase
import JourneyHarness

/// How the two sides of a demo meet: each with a device of Bumble's on one virtual air, or both at a socket.
struct SharingRadios: Sendable {
    /// What is added to the holder's command, and to the reader's.
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

    /// What there is to say where the stack is missing.
    var notice: String? {
        services == nil
            ? "Python with Bumble is not here, so the two meet over the link of this machine, without a Bluetooth stack."
            : nil
    }

    var words: String {
        services == nil
            ? "the link of this machine: Bluetooth's framing, without its stack"
            : "Bumble's Bluetooth stack on both sides of a virtual air"
    }

    func end() async { await services?.end() }
}
