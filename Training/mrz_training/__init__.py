"""Makes the networks that emrtd ships for reading machine readable zones from pictures."""
