/// Asks the kernel whether WebKit's own sandbox can work here; some containers refuse it, and the engine then aborts.
package enum WebSandboxProbe {
    /// The variable that the engine itself defines for this.
    package static let switchOff = "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"

    /// Runs the sandbox's own tool the way the engine does, around a command that does nothing.
    package static func isAllowed() async -> Bool {
        guard
            let probe = try? ChildProcess(
                "bwrap",
                [
                    "--die-with-parent", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev",
                    "true",
                ], log: "/dev/null")
        else { return false }
        return await probe.wait() == 0
    }
}
