// What Swift cannot import from the library's own headers is wrapped here, in typed static inline functions.
#pragma once
#include <nghttp2/nghttp2.h>
#include <stdint.h>

/// What a server's session is made of. The pointers are used during the call only, except the callbacks and their context.
struct cnghttp2_server_options {
    void *context;
    nghttp2_on_begin_frame_callback begin_frame;
    nghttp2_on_begin_headers_callback begin_headers;
    nghttp2_on_header_callback header;
    nghttp2_on_invalid_header_callback invalid_header;
    nghttp2_on_frame_recv_callback frame_received;
    nghttp2_on_data_chunk_recv_callback data_received;
    nghttp2_on_frame_send_callback frame_sent;
    nghttp2_on_stream_close_callback stream_closed;
    nghttp2_send_data_callback send_data;
    const nghttp2_settings_entry *settings;
    size_t settings_count;
    int32_t connection_window;
    size_t outbound_acks;
    size_t continuations;
    size_t deflate_table;
};

/// Makes a server's session without its own window updates, with its SETTINGS queued. Returns 0 or an error of the library.
static inline int cnghttp2_server(nghttp2_session **session, const struct cnghttp2_server_options *options) {
    nghttp2_session_callbacks *callbacks = NULL;
    nghttp2_option *option = NULL;
    int status = nghttp2_session_callbacks_new(&callbacks);
    if (status == 0) status = nghttp2_option_new(&option);
    if (status == 0) {
        nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks, options->begin_frame);
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, options->begin_headers);
        nghttp2_session_callbacks_set_on_header_callback(callbacks, options->header);
        nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks, options->invalid_header);
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, options->frame_received);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, options->data_received);
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, options->frame_sent);
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, options->stream_closed);
        nghttp2_session_callbacks_set_send_data_callback(callbacks, options->send_data);
        nghttp2_option_set_no_auto_window_update(option, 1);
        nghttp2_option_set_no_closed_streams(option, 1);
        // Resets are counted by the caller, whose clock is handed in; the library would read its own.
        nghttp2_option_set_stream_reset_rate_limit(option, UINT64_MAX, UINT64_MAX);
        nghttp2_option_set_max_outbound_ack(option, options->outbound_acks);
        nghttp2_option_set_max_continuations(option, options->continuations);
        nghttp2_option_set_max_deflate_dynamic_table_size(option, options->deflate_table);
        status = nghttp2_session_server_new2(session, callbacks, options->context, option);
    }
    nghttp2_option_del(option);
    nghttp2_session_callbacks_del(callbacks);
    if (status != 0) return status;
    status = nghttp2_submit_settings(*session, NGHTTP2_FLAG_NONE, options->settings, options->settings_count);
    if (status == 0)
        status = nghttp2_session_set_local_window_size(*session, NGHTTP2_FLAG_NONE, 0, options->connection_window);
    if (status != 0) {
        nghttp2_session_del(*session);
        *session = NULL;
    }
    return status;
}

/// Answers a request: with a body that `read` and then `send_data` give, or without one where `read` is NULL.
static inline int cnghttp2_respond(
    nghttp2_session *session, int32_t stream, const nghttp2_nv *fields, size_t count,
    nghttp2_data_source_read_callback read) {
    nghttp2_data_provider provider;
    provider.source.ptr = NULL;
    provider.read_callback = read;
    return nghttp2_submit_response(session, stream, fields, count, read ? &provider : NULL);
}
