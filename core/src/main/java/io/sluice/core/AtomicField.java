package io.sluice.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Atomic access to a field in place, where an atomic object per field would cost memory or speed. */
final class AtomicField {

  private AtomicField() {}

  /**
   * Access to a field of the class that looks it up; keep it in a {@code static final} field, as
   * only then is it as fast as it should be.
   */
  static VarHandle of(MethodHandles.Lookup lookup, String name, Class<?> type) {
    try {
      return lookup.findVarHandle(lookup.lookupClass(), name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
