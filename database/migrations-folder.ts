/** The folder of the migrations, and the file that spreads the tables over a Citus cluster. */
export const migrationsFolder = new URL('./migrations/', import.meta.url);
export const placements = new URL('./citus.sql', import.meta.url);
