import { listRepositories } from '@/lib/resources/repositories/contract';
import { expect, newSlug, test } from './fixtures';
import { connectDiscord, connectGitHub, discord, gitHub, signInOutside } from './outside';

test('the doubles of GitHub and Discord answer the product and the tests', async ({
  seller,
  buyer,
}) => {
  const { repo } = await connectGitHub(seller);
  const { items } = await seller.call(listRepositories, {});
  expect(items.map(({ name }) => name)).toEqual([repo.name]);
  const { connection, role } = await connectDiscord(seller);
  expect(connection.roles.map(({ id }) => id)).toContain(role.id);

  const { login } = await gitHub().addUser(newSlug('ada'));
  expect(await gitHub().invitationsOf(login)).toEqual([]);
  const { id } = await gitHub().addClient();
  const page = new URL('/login/oauth/authorize', process.env.GITHUB_API_URL);
  const back = new URL(seller.path(), test.info().project.use.baseURL);
  page.search = new URLSearchParams({
    client_id: id,
    redirect_uri: back.toString(),
    state: 'kept',
    code_challenge: 'x',
    code_challenge_method: 'S256',
  }).toString();
  await buyer.goto(page.toString());
  await signInOutside(buyer, login);
  await expect(buyer).toHaveURL(/state%3Dkept|state=kept/);
  expect(await discord().rolesOf({ id: 'none' }, { id: 'none' })).toBeNull();
});
