// Tries a transaction again when PostgreSQL reports a conflict with another one. SQLite has one writer at a time.

/** unique_violation, serialization_failure, deadlock_detected: a second try sees what the other one wrote. */
const worthAnotherTry = new Set(["23505", "40001", "40P01"]);

export async function retryOnce<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!worthAnotherTry.has(String((error as { code?: unknown }).code))) throw error;
    return transaction();
  }
}
