import { invalidField } from '../http/valid.ts';

/** Characters of a password. There are no rules of composition (NIST SP 800-63B, section 3.1.1.2). */
export const PASSWORD_LENGTH = { least: 10, most: 128 } as const;

/** The commonest passwords of ten characters or more in published lists of leaked ones. */
const COMMONEST: ReadonlySet<string> = new Set(
  `1234567890 12345678910 123456789a 0123456789 0987654321 1111111111 0000000000 1234512345 123456789q 123456123456
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc qwertyuiop qwerty12345 qwerty123456 qwertyuiop123 q1w2e3r4t5 q1w2e3r4t5y6
  asdfghjkl1 asdfghjkl123 zxcvbnm123 zaq12wsxcde password12 password123 password1234 password12345 passwordpassword
  mypassword yourpassword changeme123 changemenow letmein123 letmeinnow iloveyou12 iloveyou123 iloveyou1234
  princess123 sunshine123 football123 baseball123 basketball superman123 welcome123 welcome1234 administrator admin12345
  admin123456 administrator1 rootpassword testpassword testtest123 abcdefghij abcd123456 abcdef123456 abc1234567
  a123456789 aa12345678 aa123456789 qazwsxedcrfv 9876543210 987654321a 1029384756 1122334455 5555555555 6666666666
  7777777777 8888888888 9999999999 2222222222 1234567899 1234554321 123123123123 123321123321 147258369a 1472583690
  159753456852 pokemon123 starwars123 whatever123 trustno1trustno1 secret1234 correcthorsebatterystaple liverpool123
  manchester chocolate1 chocolate123 christopher leavemealone computer123 internet123 microsoft123 michael123
  charlie123 dragon12345 monkey12345 shadow12345 master12345 freedom123 jordan12345 hello12345 hellohello google12345`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Refuses a password that is guessed first: one of the commonest, or the address. @throws ApiError `invalid_request` */
export function refuseGuessable(password: string, email: string): void {
  const plain = password.normalize('NFKC').toLowerCase();
  const [local = ''] = email.split('@');
  if (plain === email.toLowerCase() || plain === local.toLowerCase()) {
    throw invalidField('/password', '"password" must not be your address.');
  }
  if (COMMONEST.has(plain)) throw invalidField('/password', '"password" is one of the commonest; choose another.');
}
