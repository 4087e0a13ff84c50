// SPDX-License-Identifier: GPL-2.0-or-later
/* empty.c - the least that a dynamic program can cost. */
int main(void)
{
	return 0;
}
