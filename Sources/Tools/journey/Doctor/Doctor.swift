import Foundation
import Glibc
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import JourneySandbox

/// Checks the requirements of the commands on this machine.
enum Doctor {
    static func findings(stateFolder: String) async -> [Diagnosis] {
        await [
            system, toolchain, locks(), room(at: stateFolder), loopback, certificates(in: stateFolder),
            sandbox(in: stateFolder), sibling,
            display, webSandbox, radio,
        ]
    }

    private static var system: Diagnosis {
        let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        let name = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }?
            .dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: ["\""])
        let isKnown = release.contains("ID=debian") || release.contains("ID_LIKE=debian")
        return Diagnosis(
            "system", isKnown ? .good : .note, name ?? "unknown",
            advice: isKnown
                ? nil
                : "Set-up installs packages on Debian and its derivatives only; install them yourself on other systems."
        )
    }

    private static var toolchain: Diagnosis {
        get async {
            let answer = await Tool.run("swift", ["--version"])
            let version = answer.output.split(separator: "\n").first { $0.contains("Swift version") }
            guard answer.status == 0, let version else {
                return Diagnosis(
                    "toolchain", .bad, "swift is not on the PATH.",
                    advice: "Install Swift 6.2 or newer: https://www.swift.org/install/linux/")
            }
            return Diagnosis("toolchain", .good, String(version))
        }
    }

    private static func locks() -> Diagnosis {
        let limits = (try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8)) ?? ""
        let soft = limits.split(separator: "\n").first { $0.hasPrefix("Max locked memory") }?
            .split(separator: " ").dropFirst(3).first
        guard let soft, let bytes = Int(soft) else { return Diagnosis("locked memory", .good, "no limit") }
        return bytes >= 1 << 20
            ? Diagnosis("locked memory", .good, "\(bytes >> 10) KB")
            : Diagnosis(
                "locked memory", .bad, "\(bytes >> 10) KB",
                advice: "Secrets need 1 MB of locked memory; raise the limit with: ulimit -l 1024")
    }

    private static func room(at folder: String) -> Diagnosis {
        var place = folder
        while !FileManager.default.fileExists(atPath: place), place != "/" {
            place = URL(fileURLWithPath: place).deletingLastPathComponent().path
        }
        var information = statvfs()
        guard statvfs(place, &information) == 0 else { return Diagnosis("disk", .note, "unknown") }
        let megabytes = Int(information.f_bavail) * Int(information.f_frsize) / 1_000_000
        return Diagnosis(
            "disk", megabytes > 2_500 ? .good : .note, "\(megabytes / 1_000) GB free",
            advice: megabytes > 2_500 ? nil : "A build needs 2.5 GB.")
    }

    private static var loopback: Diagnosis {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        return loopback(0, { bind(descriptor, $0, $1) }) == 0
            ? Diagnosis("loopback", .good, "ports can be opened on 127.0.0.1")
            : Diagnosis(
                "loopback", .bad, "No port can be opened on 127.0.0.1.", advice: "Bring up the loopback interface.")
    }

    private static func certificates(in folder: String) -> Diagnosis {
        do throws(JourneyError) {
            let state = try DevelopmentState(directory: folder)
            return Diagnosis(
                "certificates", .good,
                (state.made.isEmpty ? "" : "created just now, ") + "valid until \(Support.date(state.server.notAfter))")
        } catch {
            return Diagnosis("certificates", .bad, error.message, advice: "Choose another folder with --state.")
        }
    }

    private static func sandbox(in folder: String) -> Diagnosis {
        let bytes = FileManager.default.contents(atPath: "\(folder)/\(SandboxReadiness.runningFile)").map(Array.init)
        guard let bytes, let value = try? JSONReader.read(bytes), let running = SandboxReadiness(value) else {
            return Diagnosis(
                "sandbox", .good, "not running; start it with journey serve for pin, pay, transfer, card and wallet")
        }
        let address = running.wallet?.address
        guard isOpen(address?.origin.port ?? running.bank.port) else {
            return Diagnosis(
                "sandbox", .note, "not running, although its state file exists",
                advice: "Restart it with journey serve.")
        }
        return Diagnosis("sandbox", .good, "running, with a wallet at \(address.map { "\($0)" } ?? "no address")")
    }

    /// Returns `true` if a process listens on this port of the loopback interface.
    private static func isOpen(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        return loopback(port) { connect(descriptor, $0, $1) } == 0
    }

    /// Calls `body` with a socket address on 127.0.0.1.
    private static func loopback(
        _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static var sibling: Diagnosis {
        let path = "\(Tool.ownFolder)/journey-web"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            return Diagnosis(
                "journey-web", .note, "not built; run and demo need it to show pages and screens",
                advice: "Run ./journey demo, which builds it and installs its requirements.")
        }
        return Diagnosis("journey-web", .good, path)
    }

    private static var display: Diagnosis {
        let screens = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap { Environment[$0] }.filter { !$0.isEmpty }
        if let screen = screens.first { return Diagnosis("display", .good, "pages show on \(screen)") }
        guard Tool.path(of: "Xvfb") != nil else {
            return Diagnosis(
                "display", .bad, "There is no display and no Xvfb.", advice: "Install Xvfb with: apt-get install xvfb")
        }
        return Diagnosis("display", .good, "none; pages run headless, on Xvfb")
    }

    private static var webSandbox: Diagnosis {
        get async {
            guard Tool.path(of: "bwrap") != nil else {
                return Diagnosis(
                    "web sandbox", .note, "bwrap is not installed",
                    advice: "Install libwebkitgtk-6.0-dev, which includes it.")
            }
            return await WebSandboxProbe.isAllowed()
                ? Diagnosis("web sandbox", .good, "allowed by the kernel")
                : Diagnosis(
                    "web sandbox", .note, "not allowed by the kernel",
                    advice: "The demo runs without it. Allow unprivileged user namespaces to enable it.")
        }
    }

    private static var radio: Diagnosis {
        guard let python = RadioServices.python else {
            return Diagnosis(
                "radio", .note, "Bumble is not installed; it is needed to present and read documents over Bluetooth",
                advice: RadioServices.missing)
        }
        return Diagnosis("radio", .good, "Bumble, with \(python)")
    }
}
