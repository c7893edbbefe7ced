import Glibc
import JourneyHarness
import Testing

@testable import JourneyServer

@Suite("Sockets and files of this process")
struct SystemSocketTests {
    @Test("only a listening stream socket can be inherited")
    func listening() throws {
        let listening = try LoopbackSocket(listeningOn: "127.0.0.1")
        let connected = try LoopbackSocket(connectingTo: "127.0.0.1", port: try listening.port)
        #expect(listening.isListening)
        #expect(!connected.isListening)
        let datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(datagrams) }
        #expect(datagrams >= 0 && !ListenDescriptors.isListening(datagrams))
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        #expect(file >= 0 && !ListenDescriptors.isListening(file))
        #expect(!ListenDescriptors.isListening(-1))
    }

    @Test("the test process inherits no socket")
    func none() throws { #expect(try ListenDescriptors.ofProcess().sockets.isEmpty) }

    @Test("the open-file limit is raised to the hard limit")
    func openFiles() {
        let most = OpenFiles.most
        OpenFiles.raise()
        var limits = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
        #expect(limits.rlim_cur == limits.rlim_max && OpenFiles.most == most && most > 0)
    }
}
