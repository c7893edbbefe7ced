import Foundation
import Glibc
package import JourneyBase

extension ListenDescriptors {
    /// The sockets that were handed to this process. From here on, no child inherits them.
    ///
    /// - Throws: `CONFIGURATION_INVALID` for variables that make no sense, and for what is no listening stream socket.
    package static func ofProcess() throws(JourneyError) -> ListenDescriptors {
        let descriptors = try ListenDescriptors(environment: ProcessInfo.processInfo.environment, process: getpid())
        for socket in descriptors.sockets {
            guard isListening(socket.descriptor) else {
                throw JourneyError(
                    .configurationInvalid,
                    "LISTEN_FDS: descriptor \(socket.descriptor), named \(socket.name), is no stream socket that listens."
                )
            }
            _ = fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC)
        }
        return descriptors
    }

    /// Returns `true` if a descriptor is a stream socket that takes connections.
    static func isListening(_ descriptor: Int32) -> Bool {
        option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue) && option(SO_ACCEPTCONN, of: descriptor) == 1
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
