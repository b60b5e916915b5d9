/** The folder of the migrations. */
export const migrationsFolder = new URL('./migrations/', import.meta.url);
