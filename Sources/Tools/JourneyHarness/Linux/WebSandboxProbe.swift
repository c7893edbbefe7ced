/// Probes whether WebKit's sandbox works on this kernel. Some containers refuse it, and the engine then aborts.
package enum WebSandboxProbe {
    /// The environment variable that the engine defines for disabling its sandbox.
    package static let switchOff = "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"

    /// Runs the sandbox's own tool as the engine does, with a command that does nothing.
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
