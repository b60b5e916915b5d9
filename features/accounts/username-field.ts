/** Schema of a new username, apart from the contract, so that other forms can use it without loading the login's. */
import { loginName } from '#foundation/core/typed-fields.ts';

/** 3 to 12 word characters. */
export const Username = loginName({ error: 'username_form' }).regex(/^\w{3,12}$/, { error: 'username_form' });
