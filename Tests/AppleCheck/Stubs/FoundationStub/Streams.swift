public import Foundation

// Apple: foundation/stream/getboundstreams(withbuffersize:inputstream:outputstream:)
@available(iOS 8, macOS 10.10, *)
extension Stream {
    public class func getBoundStreams(
        withBufferSize _: Int, inputStream _: UnsafeMutablePointer<InputStream?>?,
        outputStream _: UnsafeMutablePointer<OutputStream?>?
    ) {}
}
