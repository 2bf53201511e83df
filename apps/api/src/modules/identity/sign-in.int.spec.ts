import {
  signedIn,
  startTestApp,
  type GraphqlReply,
  type TestApp,
  type TestPerson,
} from '../../app/test-app.fixture';
import { HostDoors } from './host-doors.system';

const SIGN_IN =
  'mutation ($input: SignInInput!) { signIn(input: $input) { viewer { user { id } csrfToken } userErrors { code message path } } }';
const RESET =
  'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { viewer { user { id } csrfToken } userErrors { code path } } }';

describe('signing in', () => {
  let hub: TestApp;
  let admin: TestPerson;
  beforeAll(async () => {
    hub = await startTestApp();
    ({ admin } = await hub.bootstrap());
  });
  afterAll(() => hub.close());

  const signIn = (email: string, password: string): Promise<GraphqlReply> =>
    hub.graphql(SIGN_IN, { input: { email, password } });

  it('opens a session with address and password, in any spelling of the address', async () => {
    const again = signedIn(await signIn(' ADA@example.org ', admin.password), 'signIn', admin);
    expect(again.id).toBe(admin.id);
    expect(again.cookie).not.toBe(admin.cookie);
    expect((await hub.graphql('{ viewer { user { id } } }', {}, again)).data).toMatchObject({
      viewer: { user: { id: admin.id } },
    });
  });

  it('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const [cookie = ''] = (await signIn(admin.email, admin.password)).headers.getSetCookie();
    expect(cookie).toMatch(/^memhub_[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/);
  });

  it('gives one answer to a wrong password and to an unknown address, and opens nothing', async () => {
    const wrong = await signIn(admin.email, 'not the password');
    const unknown = await signIn('nobody@example.org', 'not the password');
    expect(wrong.errors.map(({ message, extensions }) => [message, extensions['code']])).toEqual([
      ['Address or password is wrong.', 'UNAUTHENTICATED'],
    ]);
    expect(unknown.errors[0]?.message).toBe(wrong.errors[0]?.message);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('writes denied attempts down, without the address that was typed', async () => {
    await signIn('secret-in-the-wrong-field@example.org', 'x');
    await signIn(admin.email, 'wrong again');
    const rows = await hub.sql<{ target_id: string; details: object; outcome: string; address: string }>(
      "SELECT * FROM audit_entry WHERE action = 'session.open' AND outcome = 'denied'",
    );
    expect(rows.map(({ target_id }) => target_id)).toEqual(expect.arrayContaining(['unknown', admin.uuid]));
    expect(JSON.stringify(rows)).not.toMatch(/secret-in-the-wrong-field|wrong again/);
    expect(rows.every(({ address }) => address === '127.0.0.1')).toBe(true);
  });

  it('pauses an account after five failures within a minute, also for the right password, and says for how long', async () => {
    const person = await hub.createUser();
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await signIn(person.email, 'wrong')).status).toBe(401);
    const refused = await signIn(person.email, person.password);
    expect(refused.status).toBe(429);
    expect(refused.errors[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number) as number,
    });
    const seconds = Number(refused.errors[0]?.extensions['retryAfter']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('retry-after')).toBe(String(seconds));
  });

  it('does not count successes', async () => {
    for (let attempt = 1; attempt <= 7; attempt += 1)
      expect((await signIn(admin.email, admin.password)).status).toBe(200);
  });

  it('pauses an address that guesses at many accounts, and nobody else', async () => {
    const other = await startTestApp({ database: hub.database });
    try {
      for (let attempt = 1; attempt <= 20; attempt += 1)
        expect(
          (await other.graphql(SIGN_IN, { input: { email: `guess-${attempt}@example.org`, password: 'x' } }))
            .status,
        ).toBe(401);
      expect(
        (await other.graphql(SIGN_IN, { input: { email: 'guess-21@example.org', password: 'x' } })).status,
      ).toBe(429);
    } finally {
      await other.close();
    }
  });

  it('leads back in with a link from the host: once, ending every other session', async () => {
    const person = await hub.createUser();
    const path = await hub.app.get(HostDoors).resetPath(person.email);
    const token = new URL(path, hub.url).searchParams.get('token');
    const short = await hub.graphql(RESET, { input: { token, password: 'short' } });
    expect(short.data).toMatchObject({
      resetPassword: { viewer: null, userErrors: [{ code: 'VALIDATION_FAILED', path: ['password'] }] },
    });

    const back = signedIn(
      await hub.graphql(RESET, { input: { token, password: 'a wholly new password' } }),
      'resetPassword',
      person,
    );
    expect((await hub.graphql('{ viewer { user { id } } }', {}, back)).data).toMatchObject({
      viewer: { user: { id: person.id } },
    });
    expect((await hub.graphql('{ viewer { user { id } } }', {}, person)).data).toEqual({ viewer: null });
    expect((await signIn(person.email, person.password)).status).toBe(401);
    expect((await signIn(person.email, 'a wholly new password')).status).toBe(200);
    const used = await hub.graphql(RESET, { input: { token, password: 'a wholly new password' } });
    expect(used.data).toMatchObject({ resetPassword: { userErrors: [{ code: 'LINK_USED' }] } });
  });

  it('makes no link for somebody who is not there', async () => {
    await expect(hub.app.get(HostDoors).resetPath('nobody@example.org')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('changes name, language and time zone of the asking person, and names a wrong field', async () => {
    const UPDATE =
      'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { user { name locale timeZone } userErrors { code message path } } }';
    const person = await hub.createUser();
    const changed = await hub.must(
      UPDATE,
      { input: { name: '王小明', locale: 'zh-CN', timeZone: 'Asia/Shanghai' } },
      person,
    );
    expect(changed).toMatchObject({
      updateProfile: { user: { name: '王小明', locale: 'zh-CN', timeZone: 'Asia/Shanghai' } },
    });
    expect(await hub.sql('SELECT label FROM subject WHERE user_id = $1', [person.uuid])).toEqual([
      { label: '王小明' },
    ]);
    const wrong = await hub.graphql(UPDATE, { input: { timeZone: 'Moon/Sea' } }, person);
    expect(wrong.data).toMatchObject({
      updateProfile: {
        user: null,
        userErrors: [{ code: 'VALIDATION_FAILED', path: ['timeZone'], message: '时区无效。' }],
      },
    });
  });
});
