import Foundation
import Glibc
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import JourneySandbox

/// Looks at everything that the commands need of this machine.
enum Doctor {
    static func findings(stateFolder: String) async -> [Finding] {
        await [
            system, toolchain, locks(), room(at: stateFolder), loopback, certificates(in: stateFolder), sibling,
            display, webSandbox,
        ]
    }

    private static var system: Finding {
        let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        let name = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }?
            .dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: ["\""])
        let isKnown = release.contains("ID=debian") || release.contains("ID_LIKE=debian")
        return Finding(
            "system", isKnown ? .good : .note, name ?? "unknown",
            advice: isKnown
                ? nil : "Set-up installs packages on Debian and its kin only; elsewhere, install them yourself.")
    }

    private static var toolchain: Finding {
        get async {
            let answer = await Tool.run("swift", ["--version"])
            let version = answer.output.split(separator: "\n").first { $0.contains("Swift version") }
            guard answer.status == 0, let version else {
                return Finding(
                    "toolchain", .bad, "There is no swift on PATH.",
                    advice: "Install Swift 6.2 or newer: https://www.swift.org/install/linux/")
            }
            return Finding("toolchain", .good, String(version))
        }
    }

    private static func locks() -> Finding {
        let limits = (try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8)) ?? ""
        let soft = limits.split(separator: "\n").first { $0.hasPrefix("Max locked memory") }?
            .split(separator: " ").dropFirst(3).first
        guard let soft, let bytes = Int(soft) else { return Finding("locked memory", .good, "no limit") }
        return bytes >= 1 << 20
            ? Finding("locked memory", .good, "\(bytes >> 10) KB")
            : Finding(
                "locked memory", .bad, "\(bytes >> 10) KB",
                advice: "Secrets need 1 MB that is never swapped; raise it: ulimit -l 1024")
    }

    private static func room(at folder: String) -> Finding {
        var place = folder
        while !FileManager.default.fileExists(atPath: place), place != "/" {
            place = URL(fileURLWithPath: place).deletingLastPathComponent().path
        }
        var information = statvfs()
        guard statvfs(place, &information) == 0 else { return Finding("disk", .note, "unknown") }
        let megabytes = Int(information.f_bavail) * Int(information.f_frsize) / 1_000_000
        return Finding(
            "disk", megabytes > 2_500 ? .good : .note, "\(megabytes / 1_000) GB free",
            advice: megabytes > 2_500 ? nil : "A build takes 2.5 GB.")
    }

    private static var loopback: Finding {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return bound == 0
            ? Finding("loopback", .good, "ports can be opened on 127.0.0.1")
            : Finding(
                "loopback", .bad, "No port can be opened on 127.0.0.1.", advice: "Bring up the loopback interface.")
    }

    private static func certificates(in folder: String) -> Finding {
        do throws(JourneyError) {
            let state = try DevelopmentState(directory: folder)
            return Finding(
                "certificates", .good,
                (state.made.isEmpty ? "" : "made just now, ") + "good until \(Support.date(state.server.notAfter))")
        } catch {
            return Finding("certificates", .bad, error.message, advice: "Name another folder with --state.")
        }
    }

    private static var sibling: Finding {
        let path = "\(Tool.ownFolder)/journey-web"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            return Finding(
                "journey-web", .note, "not built; run and demo show pages with it",
                advice: "./journey demo builds it, and installs what it needs.")
        }
        return Finding("journey-web", .good, path)
    }

    private static var display: Finding {
        let screens = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap { Environment[$0] }.filter { !$0.isEmpty }
        if let screen = screens.first { return Finding("display", .good, "pages show on \(screen)") }
        guard Tool.path(of: "Xvfb") != nil else {
            return Finding(
                "display", .bad, "There is no display and no Xvfb.", advice: "Install it: apt-get install xvfb")
        }
        return Finding("display", .good, "none; pages run headless, on Xvfb")
    }

    private static var webSandbox: Finding {
        get async {
            guard Tool.path(of: "bwrap") != nil else {
                return Finding(
                    "web sandbox", .note, "bwrap is not installed", advice: "It comes with libwebkitgtk-6.0-dev.")
            }
            return await WebSandboxProbe.isAllowed()
                ? Finding("web sandbox", .good, "the kernel allows it")
                : Finding(
                    "web sandbox", .note, "the kernel refuses it",
                    advice: "The demo runs without it and says so. Allow unprivileged user namespaces to have it.")
        }
    }
}
