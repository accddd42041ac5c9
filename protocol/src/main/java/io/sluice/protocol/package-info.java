/**
 * Pulsar's frames as the gateway needs them.
 *
 * <p>A frame is {@code [total][commandSize][command]}, and for those that carry messages what follows
 * up to {@code total}. {@link io.sluice.protocol.FramePeek} looks at the command without touching what
 * follows. {@link io.sluice.protocol.FrameEditor} changes single fields of a command and keeps every
 * other byte, also of fields that this version of Pulsar does not know. {@link
 * io.sluice.protocol.Frames} makes the few frames that the gateway says on its own.
 *
 * <p>Buffers come in and go out; nothing here has a connection. The gateway calls it for every frame, and the client
 * add-on for throttle commands.
 */
@NullMarked
package io.sluice.protocol;

import org.jspecify.annotations.NullMarked;
