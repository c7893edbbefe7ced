import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Sockets of a service manager")
struct ListenDescriptorsTests {
    @Test(
        "inherited sockets are found by number and name",
        arguments: [
            ([:], []), (["LISTEN_FDS": "2"], []), (["LISTEN_PID": "42"], []),
            (["LISTEN_PID": "42", "LISTEN_FDS": "0"], []),
            (["LISTEN_PID": "42", "LISTEN_FDS": "0", "LISTEN_FDNAMES": ""], []),
            (["LISTEN_PID": "41", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a:b"], []),
            // Variables for another process are not even read.
            (["LISTEN_PID": "41", "LISTEN_FDS": "x"], []), (["LISTEN_PID": "42", "LISTEN_FDS": "1"], ["3 unknown"]),
            (
                ["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "https:admin.socket"],
                ["3 https", "4 admin.socket"]
            ),
            (["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "https:https"], ["3 https", "4 https"]),
            (["LISTEN_PID": "42", "LISTEN_FDS": "1", "LISTEN_FDNAMES": ""], ["3 "]),
        ] as [([String: String], [String])])
    func sockets(environment: [String: String], sockets: [String]) throws {
        let descriptors = try ListenDescriptors(environment: environment, process: 42)
        #expect(descriptors.sockets.map { "\($0.descriptor) \($0.name)" } == sockets)
    }

    @Test(
        "invalid variables are refused",
        arguments: [
            ["LISTEN_PID": ""], ["LISTEN_PID": "0", "LISTEN_FDS": "1"], ["LISTEN_PID": "-42", "LISTEN_FDS": "1"],
            ["LISTEN_PID": "+42", "LISTEN_FDS": "1"], ["LISTEN_PID": "42 ", "LISTEN_FDS": "1"],
            ["LISTEN_PID": "42", "LISTEN_FDS": ""], ["LISTEN_PID": "42", "LISTEN_FDS": "-1"],
            ["LISTEN_PID": "42", "LISTEN_FDS": "65"], ["LISTEN_PID": "42", "LISTEN_FDS": "99999999999"],
            ["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a"],
            ["LISTEN_PID": "42", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "a:b"],
        ])
    func mistakes(environment: [String: String]) {
        let error = #expect(throws: JourneyError.self) {
            _ = try ListenDescriptors(environment: environment, process: 42)
        }
        #expect(error?.code == .configurationInvalid)
    }
}
